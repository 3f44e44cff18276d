package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class DocumentLinksTest {

    private static final RepositoryFile TARGET = file("docs/target.md", "# The one idea, again\n");

    @Test
    void aLinkToNothingIsFound() {
        assertFound(
                new DocumentLinks(),
                "docs/a.md:2: the link leads nowhere: link=gone.md",
                file("docs/a.md", "see\n[this](gone.md)"));
    }

    @Test
    void aLinkToAMissingHeadingIsFound() {
        assertFound(new DocumentLinks(), "link=docs/target.md#two", TARGET, file("a.md", "[b](docs/target.md#two)"));
    }

    @Test
    void linksToFilesFoldersHeadingsAndTheWebPass() {
        assertClean(
                new DocumentLinks(),
                TARGET,
                file("docs/b.md", "# B\n[t](target.md) [r](../docs) [h](#b) [w](https://example.org/x)"),
                file("a.md", "[b](docs/target.md#the-one-idea-again)"));
    }
}
