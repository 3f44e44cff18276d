package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a seat commits, says about commits, and forgets. */
class SeatOrderTest {
    private final SeatBench bench = new SeatBench(0, 4);

    private List<Reference> genesis() {
        return bench.codec.chain().genesis();
    }

    private List<Reference> play(int from, int to, List<Reference> before) {
        List<Reference> made = before;
        for (int round = from; round <= to; round++) {
            made = bench.play(round, made);
        }
        return made;
    }

    @Test
    void aLeaderIsCommittedByCertificatesTwoRoundsLater() {
        bench.startAnswered();
        List<Reference> second = play(1, 2, genesis());
        assertEquals(0, bench.seat.status().commits());
        play(3, 3, second);
        assertEquals(1, bench.seat.status().commits());
        CommitRecord commit = bench.commits.get(1L);
        assertEquals(1, commit.leader().author());
        assertEquals(bench.codec.chain().committeeHash(), commit.previous());
        assertEquals(CommitRecord.rootOf(commit.blocks()), commit.root());
    }

    @Test
    void aCommitNamesTheOneBefore() {
        bench.startAnswered();
        play(1, 6, genesis());
        assertEquals(bench.commits.get(1L).digest(), bench.commits.get(2L).previous());
    }

    @Test
    void theTimeOfACommitIsTheLowerMedianOfTheRoundBelowTheLeaderAndNeverFalls() {
        bench.startAnswered();
        List<Reference> before = genesis();
        long[] clocks = {0, 9_000, 3_000, 2_000};
        for (int round = 1; round <= 6; round++) {
            List<Reference> made = new ArrayList<>();
            for (int author = 1; author < 4; author++) {
                Block block = bench.block(
                        author,
                        round,
                        round > 2 ? 10 : clocks[author],
                        List.of(),
                        List.of(),
                        SeatBench.ownFirst(author, before));
                bench.receive(block);
                made.add(block.reference());
            }
            made.add(0, bench.own.get(round - 1).reference());
            before = made;
        }
        assertEquals(1000, bench.commits.get(1L).timeMs()); // the start of the chain
        assertEquals(3000, bench.commits.get(2L).timeMs()); // of 2000, 3000, 5000, 9000
        assertEquals(3000, bench.commits.get(4L).timeMs()); // most clocks are at 10
    }

    @Test
    void aTransactionThatComesTwiceIsCarriedOutOnce() {
        bench.startAnswered();
        byte[] call = "x".getBytes(StandardCharsets.UTF_8);
        List<Reference> made = new ArrayList<>();
        made.add(bench.own.getFirst().reference());
        for (int author = 1; author < 4; author++) {
            Block block = bench.block(author, 1, 0, List.of(), List.of(call), SeatBench.ownFirst(author, genesis()));
            bench.receive(block);
            made.add(block.reference());
        }
        play(2, 6, made);
        assertEquals(List.of("x"), bench.executed);
    }

    @Test
    void votesOfAQuorumProveACommit() {
        bench.startAnswered();
        List<Reference> third = play(1, 3, genesis());
        CommitVote vote =
                new CommitVote(VoteKind.COMMITTED, 1, bench.commits.get(1L).digest());
        assertEquals(List.of(vote), bench.own.getLast().header().votes());
        assertEquals(0, bench.seat.status().provedCommit());
        for (int author = 1; author < 4; author++) {
            bench.receive(bench.block(author, 4, 0, List.of(vote), List.of(), SeatBench.ownFirst(author, third)));
        }
        assertEquals(1, bench.seat.status().provedCommit());
        assertTrue(bench.proofs.get(1L).isWhole(bench.codec.chain().committee(), new SeatBench.Named(0)));
        CommitProof other = new CommitProof(
                1, bench.genesis(0).digest(), bench.proofs.get(1L).headers());
        assertFalse(other.isWhole(bench.codec.chain().committee(), new SeatBench.Named(0)));
        CommitProof few =
                new CommitProof(1, vote.digest(), bench.proofs.get(1L).headers().subList(0, 2));
        assertFalse(few.isWhole(bench.codec.chain().committee(), new SeatBench.Named(0)));
    }

    @Test
    void aSeatStopsCarryingOutWhenOthersAgreeAboutAnotherRoot() {
        bench.startAnswered();
        List<Reference> third = play(1, 3, genesis());
        Digest right = bench.genesis(1).digest();
        bench.seat.executed(1, bench.genesis(0).digest());
        CommitVote vote = new CommitVote(VoteKind.EXECUTED, 1, right);
        bench.receive(bench.block(1, 4, 0, List.of(vote), List.of(), SeatBench.ownFirst(1, third)));
        assertTrue(bench.seat.status().isExecuting()); // one may be faulty
        bench.receive(bench.block(2, 4, 0, List.of(vote), List.of(), SeatBench.ownFirst(2, third)));
        assertFalse(bench.seat.status().isExecuting());
        assertTrue(bench.events.contains(SeatEvent.DIVERGED));
    }

    @Test
    void whatIsBelowTheHorizonIsForgottenAndRefused() {
        SeatOptions near = new SeatOptions(0, SeatBench.DELTA_NS, Sending.PUSH, 6, 4, 100, 10);
        SeatBench small = new SeatBench(near, 4, SeatRecovery.first()).startAnswered();
        Block old = null;
        List<Reference> before = genesis();
        for (int round = 1; round <= 30; round++) {
            before = small.play(round, before);
            old = old == null ? small.stored.getLast() : old;
            assertTrue(small.seat.status().keptBlocks() <= 14 * 4, small.seat.status()::toString);
        }
        assertEquals(28 - 6, small.seat.status().horizon());
        small.receive(small.block(1, 5, 3, List.of(), List.of(), SeatBench.ownFirst(1, before)));
        assertEquals(0, small.seat.rejections(1, Rejection.HORIZON)); // a parent is of a later round
        assertEquals(1, small.seat.rejections(1, Rejection.PARENT_ROUND));
        small.receive(small.block(1, 1, 3, List.of(), List.of(), SeatBench.ownFirst(1, genesis())));
        assertEquals(1, small.seat.rejections(1, Rejection.HORIZON));
        int sent = small.sent.size();
        small.receive(1, new SeatMessage.Fetch(List.of(old.reference())));
        assertEquals(sent, small.sent.size());
    }

    @Test
    void tooManyFaultsStopTheSeat() {
        bench.startAnswered();
        List<Reference> first = play(1, 1, genesis());
        Block other = bench.block(1, 1, 1, List.of(), List.of(), SeatBench.ownFirst(1, genesis()));
        List<Reference> second = new ArrayList<>(first);
        second.set(1, other.reference());
        List<Block> blocks = new ArrayList<>(List.of(other));
        for (List<Reference> parents : List.of(first, second)) {
            List<Reference> votes = new ArrayList<>();
            for (int author = 1; author < 4; author++) {
                Block vote = bench.block(author, 2, SeatBench.ownFirst(author, parents));
                blocks.add(vote);
                votes.add(vote.reference());
            }
            int certifier = parents.get(1).equals(other.reference()) ? 2 : 1;
            bench.receive(bench.block(certifier, 3, SeatBench.ownFirst(certifier, votes)));
        }
        assertFalse(bench.seat.status().isHalted());
        for (int i = 0; i < 2; i++) {
            blocks.reversed().forEach(bench::receive); // those that the certificates need, and what those need
        }
        assertTrue(bench.seat.status().isHalted());
        assertEquals(SeatEvent.HALTED, bench.events.getLast());
        int sent = bench.sent.size();
        bench.pass(100 * SeatBench.DELTA_NS);
        assertEquals(sent, bench.sent.size());
    }
}
