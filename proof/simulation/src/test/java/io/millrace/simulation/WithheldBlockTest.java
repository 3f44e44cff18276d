package io.millrace.simulation;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.ledger.Sending;
import org.junit.jupiter.api.Test;

/**
 * A faulty seat withholds one of its blocks while it sends the later ones, so that all ask for it in vain; then it
 * gives it to all correct seats but one, which lacks for a moment what the others refer to.
 */
class WithheldBlockTest {
    private static final int FAULTY = 0;
    private static final int LAST = 3;
    private static final long WITHHELD = 10;
    private static final long ROUNDS = 60;

    private boolean isGiven;

    @Test
    void aSeatThatGetsABlockAfterAllOthersLeavesNoRoundOut() {
        Scene scene = new Scene(4, Sending.LAZY);
        scene.world.script((from, to, message) -> {
            boolean isWithheld = from == FAULTY
                    && (!isGiven || to == LAST)
                    && SeatMessages.blocks(scene.world.codec(), message).stream()
                            .anyMatch(block -> block.header().author() == FAULTY
                                    && block.header().round() == WITHHELD);
            return isWithheld ? -1 : Scene.DELAY_NS;
        });
        scene.start(0, 1, 2, LAST);
        scene.pass(60);
        assertTrue(scene.status(LAST).waitingBlocks() > 0, scene.status(LAST)::toString);
        isGiven = true;
        while (scene.status(LAST).round() < ROUNDS) {
            scene.step();
        }
        assertTrue(scene.status(LAST).horizon() < WITHHELD, "it is still needed");
        assertTrue(scene.events.stream().noneMatch(event -> event.contains("CATCHING_UP")), scene.events::toString);
        for (long round = 1; round < ROUNDS; round++) {
            assertNotNull(scene.host(LAST).ownBlock(round), "round=" + round);
        }
    }
}
