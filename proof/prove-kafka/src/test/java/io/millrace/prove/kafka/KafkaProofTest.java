package io.millrace.prove.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.prove.kafka.KafkaProof.Links;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some rounds of the proof; {@code -Dmillrace.kafka.rounds} makes more. */
@Tag("engine")
@Tag("proof")
class KafkaProofTest {
    private static final int ROUNDS = Integer.getInteger("millrace.kafka.rounds", 3);

    @TempDir
    Path directory;

    @Test
    void readersSeeEachTotalOnceAndInOrderWhateverIsKilled() throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime() & Integer.MAX_VALUE);
        System.out.println("seed=" + seed);
        KafkaProof proof = new KafkaProof(directory, seed, 3, Links.PLAIN, System.out::println);
        proof.run(ROUNDS);
        Map<String, Long> counts = proof.counts();
        for (Target target : proof.targets()) {
            assertTrue(counts.get("kills of " + target) > 0, counts.toString());
        }
    }

    @Test
    void readersSeeEachTotalOnceAndInOrderWhereLinksWithTlsLoseWhatIsSent() throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime() & Integer.MAX_VALUE);
        System.out.println("seed=" + seed);
        KafkaProof proof = new KafkaProof(directory, seed, 3, Links.TLS_WITH_DROPS, System.out::println);
        int rounds = Math.max(ROUNDS, proof.targets().size());
        proof.run(rounds);
        assertTrue(proof.counts().get("bytes lost") > 0, proof.counts().toString());
    }
}
