package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When a seat enters a round, when it makes its block, what the block refers to, and to which peers what is sent. */
class SeatRoundsTest {
    private final SeatBench bench = new SeatBench(0, 4);

    private List<Reference> genesis() {
        return bench.codec.chain().genesis();
    }

    private Block newest() {
        return bench.own.getLast();
    }

    @Test
    void aSeatMakesItsFirstBlockOnceAQuorumHasAnswered() {
        bench.start();
        assertTrue(bench.own.isEmpty());
        bench.startAnswered();
        assertEquals(1, bench.own.size());
        assertEquals(genesis(), newest().header().parents());
    }

    @Test
    void anOwnBlockIsSentOnlyOnceItIsForced() {
        bench.isForcing = false;
        bench.startAnswered();
        assertEquals(1, bench.own.size());
        assertEquals(List.of(), bench.sentBlocks(1));
        bench.isForcing = true;
        bench.settle();
        assertEquals(1, bench.sentBlocks(1).size());
    }

    @Test
    void aSeatEntersARoundWithAQuorumOfTheRoundBefore() {
        bench.startAnswered();
        List<Block> others = bench.round(1, genesis());
        bench.receive(others.get(0));
        assertEquals(1, bench.seat.status().round());
        bench.receive(others.get(1));
        assertEquals(2, bench.seat.status().round());
    }

    @Test
    void aSeatEntersNoRoundWithoutItsOwnBlockOfTheRoundBefore() {
        bench.isForcing = false;
        bench.startAnswered();
        bench.round(1, genesis()).forEach(bench::receive);
        assertEquals(1, bench.seat.status().round());
        bench.isForcing = true;
        bench.settle();
        assertEquals(2, bench.seat.status().round());
    }

    @Test
    void aSeatWaitsForTheLeaderOfTheRoundBefore() {
        bench.startAnswered();
        List<Block> others = bench.round(1, genesis());
        bench.receive(others.get(1), others.get(2)); // seats 2 and 3; seat 1 leads round 1
        assertEquals(2, bench.seat.status().round());
        assertEquals(1, newest().header().round());
        bench.receive(others.get(0));
        assertEquals(2, newest().header().round());
        assertEquals(4, newest().header().parents().size());
    }

    @Test
    void aSeatWaitsNoLongerThanTwiceTheBound() {
        bench.startAnswered();
        List<Block> others = bench.round(1, genesis());
        bench.receive(others.get(1), others.get(2));
        bench.pass(2 * SeatBench.DELTA_NS - 1);
        assertEquals(1, newest().header().round());
        bench.pass(1);
        assertEquals(2, newest().header().round());
        assertEquals(3, newest().header().parents().size());
    }

    @Test
    void aQuorumOfBlocksOfTheRoundEndsTheWait() {
        bench.startAnswered();
        List<Block> others = bench.round(1, genesis());
        bench.receive(others.get(1), others.get(2));
        List<Reference> three = List.of(
                newest().reference(), others.get(1).reference(), others.get(2).reference());
        Block second = bench.block(2, 2, SeatBench.ownFirst(2, three));
        Block third = bench.block(3, 2, SeatBench.ownFirst(3, three));
        bench.receive(second, third);
        assertEquals(1, newest().header().round());
        Block first = bench.block(
                1, 2, Stream.concat(Stream.of(bench.genesis(1)), three.stream()).toArray(Reference[]::new));
        bench.receive(first);
        assertEquals(2, bench.own.get(1).header().round());
    }

    @Test
    void aSeatWaitsForVotesForTheSlotTwoRoundsBefore() {
        bench.startAnswered();
        List<Reference> first = bench.play(1, genesis());
        List<Reference> withoutLeader =
                first.stream().filter(block -> block.author() != 1).toList();
        Block second = bench.block(2, 2, SeatBench.ownFirst(2, first));
        Block third = bench.block(3, 2, SeatBench.ownFirst(3, withoutLeader));
        bench.receive(second, third); // with the own block two of three support, and the leader of round 2 is there
        assertEquals(3, bench.seat.status().round());
        assertEquals(2, newest().header().round());
        bench.receive(bench.block(1, 2, SeatBench.ownFirst(1, first)));
        assertEquals(3, newest().header().round());
    }

    @Test
    void aSlotThatAQuorumSkipsIsNotWaitedFor() {
        bench.startAnswered();
        List<Reference> first = bench.play(1, genesis());
        List<Reference> withoutLeader =
                first.stream().filter(block -> block.author() != 1).toList();
        Block second = bench.block(2, 2, SeatBench.ownFirst(2, withoutLeader));
        Block third = bench.block(3, 2, SeatBench.ownFirst(3, withoutLeader));
        bench.receive(second, third);
        assertEquals(2, newest().header().round());
        Block fourth = bench.block(
                1,
                2,
                Stream.concat(Stream.of(bench.genesis(1)), withoutLeader.stream())
                        .toArray(Reference[]::new));
        bench.receive(fourth);
        assertEquals(3, newest().header().round());
    }

    @Test
    void aLateBlockIsReferredToByTheNextOwn() {
        bench.startAnswered();
        List<Block> others = bench.round(1, genesis());
        bench.receive(others.get(0), others.get(1)); // not that of seat 3
        List<Reference> three = List.of(
                others.get(0).reference(),
                others.get(1).reference(),
                bench.own.getFirst().reference());
        assertEquals(2, newest().header().round());
        bench.receive(others.get(2));
        bench.receive(bench.block(1, 2, SeatBench.ownFirst(1, three)), bench.block(2, 2, SeatBench.ownFirst(2, three)));
        assertEquals(3, newest().header().round());
        assertTrue(newest().header().parents().contains(others.get(2).reference()));
        assertEquals(
                List.of(0, 1, 2, 3),
                newest().header().parents().stream().map(Reference::author).toList());
    }

    /** Has two blocks of seat 3 in the history, and returns the blocks of round 2, that of seat 3 last. */
    private List<Reference> equivocate() {
        bench.startAnswered();
        Block one = bench.block(3, 1, SeatBench.ownFirst(3, genesis()));
        Block other = bench.block(3, 1, 1, List.of(), List.of(), SeatBench.ownFirst(3, genesis()));
        List<Block> others = bench.round(1, genesis());
        bench.receive(others.get(0), others.get(1), one);
        Reference own = bench.own.getFirst().reference();
        List<Reference> withOther =
                List.of(others.get(0).reference(), others.get(1).reference(), own, other.reference());
        bench.receive(3, new SeatMessage.Blocks(List.of(other)));
        assertEquals(1, bench.seat.rejections(3, Rejection.VARIANT));
        assertEquals(1, bench.seat.evidence().size());
        Block second = bench.block(1, 2, SeatBench.ownFirst(1, withOther));
        Block third = bench.block(2, 2, SeatBench.ownFirst(2, withOther));
        bench.receive(second, third);
        assertEquals(2, bench.seat.status().waitingBlocks()); // they need the other variant
        bench.receive(2, new SeatMessage.Blocks(List.of(other)));
        assertEquals(3, newest().header().round());
        Block fourth = bench.block(
                3,
                2,
                one.reference(),
                own,
                others.get(0).reference(),
                others.get(1).reference());
        bench.receive(fourth);
        return List.of(second.reference(), third.reference(), bench.own.get(1).reference(), fourth.reference());
    }

    @Test
    void aSeatWithTwoVariantsInTheHistoryIsNotReferredToAgain() {
        List<Reference> before = equivocate().subList(0, 3);
        bench.receive(bench.block(1, 3, SeatBench.ownFirst(1, before)));
        bench.receive(bench.block(2, 3, SeatBench.ownFirst(2, before)));
        bench.pass(2 * SeatBench.DELTA_NS);
        assertEquals(4, newest().header().round());
        assertTrue(newest().header().parents().stream().noneMatch(parent -> parent.author() == 3));
    }

    @Test
    void aSeatWithTwoVariantsIsReferredToWhereThereIsNoQuorumWithoutIt() {
        List<Reference> before = equivocate();
        bench.receive(bench.block(1, 3, SeatBench.ownFirst(1, before)));
        bench.receive(bench.block(3, 3, SeatBench.ownFirst(3, before)));
        bench.pass(2 * SeatBench.DELTA_NS);
        assertEquals(4, newest().header().round());
        assertTrue(newest().header().parents().stream().anyMatch(parent -> parent.author() == 3));
    }

    @Test
    void aPeerIsSentWhatItIsNotKnownToHave() {
        bench.startAnswered();
        List<Block> others = bench.round(1, genesis());
        bench.receive(others.get(1)); // of seat 2
        bench.receive(others.get(0)); // of seat 1, which makes a quorum
        assertTrue(bench.isSent(3, others.get(0)));
        assertTrue(bench.isSent(3, others.get(1)));
        assertFalse(bench.isSent(1, others.get(0)));
        assertFalse(bench.isSent(2, others.get(1)));
    }

    @Test
    void whatIsInTheHistoryOfAPeersBlocksIsNotSentToIt() {
        bench.startAnswered();
        List<Reference> first = bench.play(1, genesis());
        int before = bench.sentBlocks(1).size();
        List<Block> second = bench.round(2, first);
        bench.receive(second.get(0)); // seat 1 has seen round 1
        bench.receive(second.get(1), second.get(2));
        List<Block> sent =
                bench.sentBlocks(1).subList(before, bench.sentBlocks(1).size());
        assertTrue(sent.stream().noneMatch(block -> block.header().round() == 1), "sent=" + sent);
    }

    @Test
    void lazySendingSendsTheOwnBlockAtOnceAndOthersLater() {
        SeatOptions options = SeatOptions.of(0, 4, SeatBench.DELTA_NS).withSending(Sending.LAZY);
        SeatBench lazy = new SeatBench(options, 4, SeatRecovery.first()).startAnswered();
        List<Block> others = lazy.round(1, genesis());
        lazy.receive(others.get(0), others.get(1));
        assertTrue(lazy.sentBlocks(3).stream().allMatch(block -> block.header().author() == 0));
        assertEquals(2, lazy.sentBlocks(3).getLast().header().round());
        lazy.pass(3 * SeatBench.DELTA_NS);
        assertTrue(lazy.isSent(3, others.get(0)));
    }

    @Test
    void aSeatThatNothingMovesSendsItsNewestBlockAgain() {
        bench.startAnswered();
        int before = bench.sentBlocks(1).size();
        bench.pass(4 * SeatBench.DELTA_NS);
        assertEquals(before + 1, bench.sentBlocks(1).size());
    }

    @Test
    void aRoundIsNotLeftOut() {
        bench.startAnswered();
        List<Reference> before = genesis();
        for (int round = 1; round <= 5; round++) {
            List<Block> others = bench.round(
                    round,
                    before.stream()
                            .filter(block -> block.author() != 0 || block.round() == 0)
                            .toList());
            List<Reference> made = new ArrayList<>();
            bench.isForcing = false;
            bench.receive(others.toArray(Block[]::new));
            others.forEach(block -> made.add(block.reference()));
            before = made;
        }
        bench.isForcing = true;
        bench.settle();
        assertEquals(
                List.of(1L, 2L, 3L, 4L, 5L),
                bench.own.stream().map(block -> block.header().round()).limit(5).toList());
    }

    /** Its disk is so slow that the others commit all that its next block could refer to. */
    @Test
    void aSeatThatFallsBelowItsHorizonLeavesRoundsOut() {
        bench.isForcing = false;
        bench.startAnswered();
        List<Reference> before = genesis();
        for (int round = 1; round <= 70; round++) {
            List<Block> others = bench.round(
                    round,
                    before.stream()
                            .filter(block -> block.author() != 0 || block.round() == 0)
                            .toList());
            bench.receive(others.toArray(Block[]::new));
            before = others.stream().map(Block::reference).toList();
        }
        assertTrue(bench.seat.status().horizon() > 1, bench.seat.status()::toString);
        bench.isForcing = true;
        bench.settle();
        assertEquals(71, newest().header().round());
        assertEquals(1, newest().header().parents().getFirst().round());
    }

    @Test
    void transactionsWaitForTheNextBlockAndTheirNumberIsBounded() {
        SeatOptions few = new SeatOptions(0, SeatBench.DELTA_NS, Sending.PUSH, 60, 40, 100, 2);
        SeatBench small = new SeatBench(few, 4, SeatRecovery.first());
        assertTrue(small.seat.offer("a".getBytes(StandardCharsets.UTF_8)));
        assertTrue(small.seat.offer("b".getBytes(StandardCharsets.UTF_8)));
        assertFalse(small.seat.offer("c".getBytes(StandardCharsets.UTF_8)));
        small.startAnswered();
        assertEquals(2, small.own.getFirst().size());
        assertEquals(0, small.seat.waitingTransactions());
    }
}
