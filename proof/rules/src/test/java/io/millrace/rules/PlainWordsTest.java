package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainWordsTest {

    private static RepositoryFile comment(String text) {
        return file(WIRE + "A.java", "class A {} // " + text + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the place of a frame",
                "nobody reads it",
                "the writer goes on",
                "behind the last frame",
                "Who waits looks again",
            })
    void wordsThatHideTheTermAreFound(String text) {
        assertFound(new PlainWords(_ -> true), "A.java:1: word=", comment(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sorts in place",
                "a record takes the place of the message",
                "rounds to two decimal places",
                "users who write",
                "the label goes on the axis",
                "a placeholder",
            })
    void standardPhrasesAreClean(String text) {
        assertClean(new PlainWords(_ -> true), comment(text));
    }

    @Test
    void documentsAreReadAndTheirCodeIsNot() {
        PlainWords rule = new PlainWords(_ -> true);
        assertFound(rule, "docs/a.md:2: word=behind", file("docs/a.md", "# A\nA reader that is behind.\n"));
        assertFound(rule, "word=Nobody", file("README.md", "Nobody reads it.\n"));
        assertFound(rule, "word=goes on", file("docs/a.md", "The source goes on alone.\n"));
        assertFound(rule, "word=the place", file("docs/a.md", "It keeps the place of the frame.\n"));
        assertClean(rule, file("docs/a.md", "```sh\necho behind\n```\nThe option `--behind` takes the place of it.\n"));
        assertClean(rule, file("docs/a.md", "Users who read it; `host:` places threads on hosts.\n"));
    }

    @Test
    void textOfTestsIsData() {
        String code = "class ATest { String a = \"the place\"; }";
        assertClean(new PlainWords(_ -> true), file("core/wire/src/test/java/io/millrace/wire/ATest.java", code));
        assertFound(new PlainWords(_ -> true), "word=place", file(WIRE + "A.java", code));
    }
}
