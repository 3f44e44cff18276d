package io.millrace.prove.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.prove.kafka.KafkaProof.Links;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A round of each kind over links with TLS that lose what is sent; {@code -Dmillrace.kafka.rounds} makes more, and as
 * many over plain links.
 */
@Tag("engine")
@Tag("proof")
class KafkaProofTest {
    private static final int ROUNDS = Integer.getInteger("millrace.kafka.rounds", 0);

    @TempDir
    Path directory;

    static List<Links> links() {
        return ROUNDS == 0 ? List.of(Links.TLS_WITH_DROPS) : List.of(Links.values());
    }

    @ParameterizedTest
    @MethodSource("links")
    void readersSeeEachTotalOnceAndInOrderWhateverIsKilledOrLost(Links links) throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime() & Integer.MAX_VALUE);
        System.out.println("links=" + links + " seed=" + seed);
        KafkaProof proof = new KafkaProof(directory, seed, 3, links, System.out::println);
        proof.run(Math.max(ROUNDS, proof.targets().size()));
        Map<String, Long> counts = proof.counts();
        for (Target target : proof.targets()) {
            String kind = target == Target.LINK ? "bytes lost" : "kills of " + target;
            assertTrue(counts.get(kind) > 0, counts.toString());
        }
    }
}
