package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A round of the proof of ports; {@code -Dmillrace.prove.ports} makes more. */
@Tolerates(threads = ".*", files = ".*", because = "the JDK and the database keep threads of their own")
@Tag("process")
@Tag("proof")
class PortsProofTest {

    private static final int ROUNDS = Integer.getInteger("millrace.prove.ports", 1);

    private static final long SEED = Long.getLong("millrace.prove.seed", System.nanoTime() & 0xffff);

    @TempDir
    Path directory;

    @Test
    void clientsOfAKilledRunGetWhatThoseOfAnUndisturbedOneGet() throws IOException, InterruptedException {
        ProofReport report = new PortsProof(directory, SEED, System.out::println).run(ROUNDS);
        System.out.println(report.text());
        assertTrue(report.isProved(), () -> report.failures().toString());
        assertTrue(report.counted(PortsRound.DISTURBANCES) >= 2L * ROUNDS, report::text);
        assertTrue(report.counted("repeated calls") > 0, report::text);
    }
}
