package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class LongProofsTest {

    private static final RepositoryFile PROOF =
            file("core/wire/src/test/java/io/millrace/wire/DeltaTest.java", "@Tag(\"proof\")\nclass DeltaTest {}");

    private static RepositoryFile areas(String text) {
        return file(".ci/areas", text);
    }

    @Test
    void aProofWithoutAnAreaIsFound() {
        assertFound(new LongProofs(), "class=DeltaTest.java", PROOF, areas("area seeds 45 core/wire\n"));
        assertClean(new LongProofs(), PROOF, areas("area seeds 45 core/wire\nrun wire core/wire DeltaTest -Dx=20\n"));
    }

    @Test
    void aRunOfAClassThatDoesNotExistIsFound() {
        String runs = "area seeds 45 core/wire\nrun wire core/wire DeltaTest,GoneTest -Dx=20\n";
        assertFound(new LongProofs(), "module=core/wire class=GoneTest", PROOF, areas(runs));
        assertFound(new LongProofs(), "a run has a name", PROOF, areas("run w core/wire DeltaTest\nrun wire\n"));
    }

    @Test
    void aFolderThatDoesNotExistIsFound() {
        String gone = "area seeds 45 core/wire core/gone\nrun wire core/wire DeltaTest\n";
        assertFound(new LongProofs(), "folder=core/gone", PROOF, areas(gone));
    }
}
