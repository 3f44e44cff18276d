package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import io.millrace.leaks.Tolerates;
import io.millrace.prove.HostsProof.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rounds of the proof of hosts with clients, in each of which a host is lost two or three times; {@code
 * -Dmillrace.prove.hosts=STEPS} makes those with chains of components.
 */
@Tolerates(threads = ".*", files = ".*", because = "the JDK and the database keep threads of their own")
@Tag("process")
@Tag("proof")
class HostsProofTest {

    private static final Kind KIND = Kind.valueOf(System.getProperty("millrace.prove.hosts", Kind.PORTS.name()));

    private static final long SEED = Long.getLong("millrace.prove.seed", System.nanoTime() & 0xffff);

    @TempDir
    Path directory;

    @Test
    void clientsOfAHostThatIsLostGetWhatThoseOfOneProcessGet() throws IOException, InterruptedException {
        int rounds = Lane.rounds(1);
        ProofReport report =
                new HostsProof(directory, Optional.empty(), SEED, System.out::println).run(rounds, EnumSet.of(KIND));
        System.out.println(report.text());
        assertTrue(report.isProved(), () -> report.failures().toString());
        long least = KIND == Kind.PORTS ? 2L * rounds : rounds / 10; // some chains have no spare
        assertTrue(report.counted(HostPromotion.PROMOTIONS) >= least, report::text);
        assertTrue(report.counted("spares checked") >= least, report::text);
    }
}
