package io.millrace.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.simulation.LinkRound.Links;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members over real links of which one is silent. */
@Tag("proof")
class LinkRoundTest {

    /** The first of the random numbers of rounds. */
    private static final long FIRST = Long.getLong("millrace.links.seed", 1);

    private static final int ROUNDS = Integer.getInteger("millrace.links.rounds", 1);

    @TempDir
    Path scratch;

    @Test
    void aSilentLinkKeepsNoOtherMemberFromItsWork() throws Exception {
        for (long seed = FIRST; seed < FIRST + ROUNDS; seed++) {
            String done = LinkRound.run(scratch.resolve("seed-" + seed), seed, Links.BY_SEED);
            assertTrue(done.contains("promoted-during-"), "seed=" + seed + " " + done);
        }
    }

    @Test
    void aLinkWithTlsThatDropsWhatIsSentKeepsNoOtherMemberFromItsWork() throws Exception {
        String done = LinkRound.run(scratch.resolve("tls"), FIRST, Links.TLS_WITH_DROPS);
        assertTrue(done.matches("TLS LOSE .*promoted-during-.*"), done);
    }
}
