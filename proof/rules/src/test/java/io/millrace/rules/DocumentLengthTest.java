package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class DocumentLengthTest {

    @Test
    void allDocumentsTogetherAreBounded() {
        RepositoryFile half = file("docs/one.md", "word ".repeat(42_500));
        assertFound(new DocumentLength(), "words=85001 limit=85000", half, file("README.md", "word\n".repeat(42_501)));
        assertClean(new DocumentLength(), half, file("README.md", "word\n".repeat(42_500)));
    }

    @Test
    void recordsOfDecisionsAreNotCounted() {
        assertClean(new DocumentLength(), file("docs/adr/0001-a.md", "word ".repeat(90_000)));
    }

    @Test
    void thePageOfBenchmarksIsBounded() {
        assertFound(new DocumentLength(), "words=3501 limit=3500", file("docs/benchmarks.md", "word ".repeat(3_501)));
    }
}
