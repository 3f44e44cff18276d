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

/** Some rounds of the proof of hosts with clients, in each of which a host is lost two or three times. */
@Tolerates(threads = ".*", files = ".*", because = "the JDK and the database keep threads of their own")
@Tag("process")
@Tag("proof")
class HostsProofTest {

    private static final long SEED = Long.getLong("millrace.prove.seed", System.nanoTime() & 0xffff);

    @TempDir
    Path directory;

    @Test
    void clientsOfAHostThatIsLostGetWhatThoseOfOneProcessGet() throws IOException, InterruptedException {
        int rounds = Lane.rounds(2);
        ProofReport report = new HostsProof(directory, Optional.empty(), SEED, System.out::println)
                .run(rounds, EnumSet.of(Kind.PORTS));
        System.out.println(report.text());
        assertTrue(report.isProved(), () -> report.failures().toString());
        assertTrue(report.counted(HostPromotion.PROMOTIONS) >= 2L * rounds, report::text);
        assertTrue(report.counted("spares checked") >= 2L * rounds, report::text);
    }
}
