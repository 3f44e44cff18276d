package io.millrace.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.ledger.Block;
import io.millrace.ledger.Sending;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What operators of other ledgers have met, each on seats that run on simulated hosts. */
class OperatorCasesTest {
    private static final byte FETCH = 2;

    private static Scene started(int seats) {
        Scene scene = new Scene(seats, Sending.PUSH);
        for (int seat = 0; seat < seats; seat++) {
            scene.start(seat);
        }
        scene.pass(20);
        return scene;
    }

    @Test
    void aNetworkThatHasStoppedNamesTheSeatsThatAreMissing() {
        Scene scene = started(4);
        assertEquals(List.of(), scene.status(0).missingSeats());
        scene.crash(CrashKind.KILL, 2, 3);
        scene.pass(10);
        long commits = scene.status(0).commits();
        scene.pass(100);
        assertEquals(commits, scene.status(0).commits());
        assertEquals(List.of(2, 3), scene.status(0).missingSeats());
        scene.start(2);
        scene.pass(50);
        assertTrue(scene.status(0).commits() > commits);
        assertEquals(List.of(3), scene.status(0).missingSeats());
    }

    /** Of five rounds one waits twice the bound for its leader; the other four take a delay each. */
    @Test
    void oneOfFiveSeatsThatIsDownSlowsItsOwnRoundsAlone() {
        Scene scene = started(5);
        scene.crash(CrashKind.KILL, 4);
        scene.pass(10);
        long rounds = scene.status(0).round();
        long commits = scene.status(0).commits();
        scene.pass(150);
        long passed = scene.status(0).round() - rounds;
        assertTrue(passed >= 150 / 3 * 5, "rounds=" + passed);
        assertTrue(scene.status(0).commits() - commits >= passed * 3 / 5, scene.status(0)::toString);
    }

    @Test
    void aSeatThatStartsWithEmptyStorageSignsAgainAndNoRoundTwice() {
        Scene scene = started(4);
        long signed = scene.host(1).newestOwn();
        scene.crash(CrashKind.DISK, 1);
        scene.pass(1);
        scene.start(1);
        scene.pass(60);
        assertTrue(scene.status(1).isSigning());
        assertTrue(scene.host(1).newestOwn() > signed + 1);
    }

    @Test
    void aKeyWithoutItsRecordSignsNothingBeforeOthersAnswer() {
        Scene scene = started(4);
        scene.crash(CrashKind.DISK, 1);
        scene.crash(CrashKind.KILL, 0, 2, 3);
        scene.start(1);
        scene.pass(100);
        assertFalse(scene.status(1).isSigning());
        scene.start(0, 2);
        scene.pass(100);
        assertFalse(scene.status(1).isSigning()); // two of three others
        assertEquals(0, scene.host(1).newestOwn());
        scene.start(3);
        scene.pass(100);
        assertTrue(scene.status(1).isSigning());
        assertNotEquals(0, scene.host(1).newestOwn());
    }

    @Test
    void aNewcomerThatIsAbsentDoesNotStopTheOthersAndJoinsLater() {
        Scene scene = new Scene(5, Sending.PUSH);
        scene.start(0, 1, 2, 3);
        scene.pass(200);
        assertTrue(scene.status(0).commits() > 100, scene.status(0)::toString);
        scene.start(4);
        scene.pass(60);
        assertTrue(scene.host(4).newestOwn() > scene.status(0).round() - 10, scene.status(4)::toString);
        assertTrue(scene.events.stream().anyMatch(event -> event.startsWith("s4 CAUGHT_UP")), scene.events::toString);
    }

    @Test
    void aSeatThatIsKilledWhileItCatchesUpContinuesWithWhatItHas() {
        Scene scene = started(4);
        scene.crash(CrashKind.KILL, 3);
        scene.pass(400);
        long before = 0;
        for (int kill = 0; kill < 3; kill++) {
            scene.start(3);
            while (!scene.status(3).isCatchingUp() || scene.status(3).commits() <= before) {
                scene.step();
            }
            before = scene.status(3).commits();
            scene.crash(CrashKind.POWER, 3);
        }
        scene.start(3);
        scene.pass(60);
        assertTrue(scene.host(3).newestOwn() > scene.status(0).round() - 10, scene.status(3)::toString);
    }

    /** The blocks of a seat reach one other alone, so that two miss each of them; each asks once. */
    @Test
    void seatsThatMissTheSameBlocksAskForEachOnce() {
        Scene scene = new Scene(4, Sending.LAZY);
        int[] fetches = {0};
        scene.world.script((from, to, message) -> {
            fetches[0] += message[0] == FETCH ? 1 : 0;
            return from == 0 && to >= 2 && message[0] == SeatMessages.BLOCKS ? -1 : Scene.DELAY_NS;
        });
        scene.start(0, 1, 2, 3);
        scene.pass(200);
        long rounds = scene.status(1).round();
        assertTrue(rounds > 50, scene.status(1)::toString);
        String asked = "fetches=" + fetches[0] + " rounds=" + rounds;
        assertTrue(fetches[0] >= rounds && fetches[0] <= 2 * rounds + 10, asked);
    }

    @Test
    void aSeatWhoseStateDiffersStopsAtACommitThatItNamesAndStopsAgainAfterARestart() {
        Scene scene = started(4);
        scene.host(2).goWrong();
        scene.pass(20);
        assertFalse(scene.status(2).isExecuting());
        assertTrue(scene.events.stream().anyMatch(event -> event.matches("s2 DIVERGED .* commit=[0-9]+ root=.*")));
        scene.crash(CrashKind.KILL, 2);
        scene.start(2);
        scene.pass(60);
        assertFalse(scene.status(2).isExecuting());
        assertTrue(scene.status(2).isSigning()); // it takes part in the order
        assertTrue(scene.status(0).isExecuting());
    }

    @Test
    void aFullPoolRefusesAndTakesAgainOnceBlocksAreMade() {
        Scene scene = started(4);
        scene.crash(CrashKind.KILL, 1, 2, 3);
        scene.pass(10);
        long id = 0;
        while (scene.host(0).offer(id + 1)) {
            id++;
        }
        assertEquals(20_000, id);
        scene.start(1, 2, 3);
        scene.pass(60);
        assertTrue(scene.host(0).offer(id + 1));
        scene.pass(60);
        assertTrue(scene.world.checks().isCarriedOut(1));
    }

    /** The first seat that commits is killed after its commit is written, and no other has got so far. */
    @Test
    void aHostThatIsKilledAfterACommitIsWrittenContinuesAfterIt() {
        Scene scene = new Scene(4, Sending.PUSH);
        LedgerHost host = scene.host(0);
        List<List<Block>> rounds = new ArrayList<>();
        List<Block> before = List.of();
        for (long round = 1; round <= 8; round++) {
            List<Block> made = new ArrayList<>();
            for (int author = 1; author < 4; author++) {
                made.add(scene.block(author, round, before));
            }
            rounds.add(made);
            before = made;
        }
        scene.killedAfter = 3;
        scene.start(0);
        List<List<Block>> parentsLast = new ArrayList<>(rounds.subList(1, rounds.size()));
        parentsLast.add(rounds.getFirst()); // all is accepted in one step, and more than three leaders are committed
        parentsLast.forEach(made -> receive(host, made));
        assertFalse(host.isUp());
        scene.killedAfter = 0;
        scene.start(0);
        assertEquals(3, scene.status(0).commits());
        rounds.forEach(made -> receive(host, made));
        assertEquals(5, scene.status(0).commits());
    }

    private static void receive(LedgerHost host, List<Block> blocks) {
        blocks.forEach(block -> host.received(block.header().author(), SeatMessages.blocks(List.of(block))));
    }
}
