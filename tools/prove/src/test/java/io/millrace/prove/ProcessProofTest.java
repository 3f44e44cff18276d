package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few runs of the proof with processes; how many is given by a property. */
@Tolerates(threads = ".*", files = ".*", because = "the databases are started and watched by their libraries")
@Tag("engine")
@Tag("proof")
class ProcessProofTest {

    private static final int RUNS = Integer.getInteger("millrace.prove.processes", 3);

    private static final long SEED = Long.getLong("millrace.prove.seed", System.nanoTime() & 0xffff);

    @TempDir
    Path directory;

    @Test
    void whereverACoordinatorIsKilledTransfersAreMadeEverywhereOrNowhere() throws IOException, InterruptedException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("max_prepared_transactions", "16")
                .start()) {
            String url = postgres.getJdbcUrl("postgres", "postgres");
            ProofReport report = new ProcessProof(directory, url, SEED, System.out::println).run(RUNS);
            System.out.println(report.text());
            assertTrue(report.isProved(), () -> report.failures().toString());
            assertEquals(6L * RUNS, report.counted("transfers made") + report.counted("transfers not made"));
        }
    }
}
