package io.millrace.prove.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import io.millrace.leaks.Tolerates;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One round, in which both machines are killed; more in the long lane. */
@Tag("process")
@Tag("proof")
@Tolerates(
        threads = {"QFJ .*", "SocketConnector-.*", "SocketAcceptor-.*", "NioProcessor-.*", "NioSocketAcceptor-.*"},
        because = "QuickFIX/J ends them later or never")
class FixProofTest {

    @TempDir
    private Path directory;

    @Test
    void sessionsContinueExactlyWhateverIsKilled() throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime() & Integer.MAX_VALUE);
        System.out.println("fix seed=" + seed);
        FixProof proof = new FixProof(directory, seed, System.out::println);
        proof.run(Lane.rounds(1));
        assertTrue(proof.counts().get("reports") > 0, proof.counts() + "");
    }
}
