package io.millrace.rules;

import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class AdrNumberingTest {

    private static final String INDEX = "docs/adr/README.md";

    @Test
    void aNumberTakenTwiceIsFound() {
        assertFound(
                new AdrNumbering(),
                "docs/adr/0007-b.md:1: the number is taken: number=0007 by=docs/adr/0007-a.md",
                file(INDEX, "[a](0007-a.md) [b](0007-b.md)"),
                file("docs/adr/0007-a.md", "# 0007. A"),
                file("docs/adr/0007-b.md", "# 0007. B"));
    }

    @Test
    void aNameWithoutANumberIsFound() {
        assertFound(new AdrNumbering(), "name the record", file("docs/adr/decision.md", "# Decision"));
    }

    @Test
    void aTitleWithAnotherNumberIsFound() {
        assertFound(
                new AdrNumbering(),
                "begin with the title: # 0007.",
                file(INDEX, "[a](0007-a.md)"),
                file("docs/adr/0007-a.md", "# 0008. A"));
    }

    @Test
    void aRecordMissingInTheIndexIsFound() {
        assertFound(new AdrNumbering(), "README.md:1: list the record", file("docs/adr/0007-a.md", "# 0007. A"));
    }
}
