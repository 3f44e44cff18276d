package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Acceptance and its bounds, evidence, loss of the record, and catching up. */
class SeatSafetyTest {
    private final SeatBench bench = new SeatBench(0, 4);

    private List<Reference> genesis() {
        return bench.codec.chain().genesis();
    }

    private static SeatBench lost() {
        return new SeatBench(0, 4, new SeatRecovery(RecordState.LOST, List.of(), 0, 0));
    }

    private static void answer(SeatBench to, int peer, Block own) {
        to.receive(peer, new SeatMessage.Newest(7, Optional.ofNullable(own), Optional.empty()));
    }

    @Test
    void aBlockWaitsForItsParentsWhichAreFetchedFromItsSenderAndThenFromOthers() {
        bench.startAnswered();
        List<Block> first = bench.round(1, genesis());
        List<Reference> before = List.of(
                first.get(0).reference(), first.get(1).reference(), first.get(2).reference());
        Block second = bench.block(1, 2, before.toArray(Reference[]::new));
        bench.receive(second);
        assertEquals(1, bench.seat.status().waitingBlocks());
        assertEquals(1, bench.sentTo.getLast());
        assertEquals(
                List.copyOf(before.stream()
                        .sorted(java.util.Comparator.comparing(Reference::digest))
                        .toList()),
                bench.sent(SeatMessage.Fetch.class).getLast().blocks().stream()
                        .sorted(java.util.Comparator.comparing(Reference::digest))
                        .toList());
        bench.pass(2 * SeatBench.DELTA_NS);
        assertEquals(2, bench.sent(SeatMessage.Fetch.class).size());
        assertTrue(bench.sentTo
                .subList(bench.sentTo.size() - 8, bench.sentTo.size())
                .contains(2));
        bench.receive(1, new SeatMessage.Blocks(first));
        assertEquals(0, bench.seat.status().waitingBlocks());
    }

    /** A faulty seat sends what others wait for first, and then does not answer. */
    @Test
    void eachPeerThatSendsABlockIsAskedForWhatItsHistoryLacks() {
        bench.startAnswered();
        List<Reference> before = new ArrayList<>();
        bench.round(1, genesis()).forEach(block -> before.add(block.reference()));
        Block second = bench.block(1, 2, before.toArray(Reference[]::new));
        bench.receive(3, new SeatMessage.Blocks(List.of(second)));
        assertEquals(List.of(3), askedFor(before.getLast()));
        bench.receive(2, new SeatMessage.Blocks(List.of(second)));
        bench.receive(2, new SeatMessage.Blocks(List.of(second)));
        assertEquals(List.of(3, 2), askedFor(before.getLast()));
        Block third = bench.block(2, 2, SeatBench.ownFirst(2, before));
        bench.receive(1, new SeatMessage.Blocks(List.of(third)));
        assertEquals(List.of(3, 2, 1), askedFor(before.getLast()));
    }

    private List<Integer> askedFor(Reference block) {
        List<Integer> peers = new ArrayList<>();
        for (int i = 0; i < bench.sent.size(); i++) {
            if (bench.sent.get(i) instanceof SeatMessage.Fetch fetch
                    && fetch.blocks().contains(block)) {
                peers.add(bench.sentTo.get(i));
            }
        }
        return peers;
    }

    @Test
    void aWrongSignatureIsCountedForThePeer() {
        bench.startAnswered();
        Block forged = bench.codec.make(
                1, 1, List.of(SeatBench.ownFirst(1, genesis())), 0, List.of(), List.of(), new SeatBench.Named(2));
        bench.receive(2, new SeatMessage.Blocks(List.of(forged)));
        assertEquals(1, bench.seat.rejections(2, Rejection.SIGNATURE));
        assertTrue(bench.stored.stream().noneMatch(block -> block.header().author() == 1));
    }

    @Test
    void bytesThatAreNoMessageAreCounted() {
        bench.startAnswered();
        Random random = new Random(3);
        for (int i = 0; i < 1000; i++) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            bench.seat.received(3, bytes);
        }
        assertTrue(bench.seat.rejections(3, Rejection.MALFORMED) > 800);
        bench.seat.received(3, new byte[SeatBench.LIMITS.messageBytes(Committee.of(4)) + 1]);
        assertTrue(bench.seat.rejections(3, Rejection.SIZE) >= 1);
        assertEquals(1, bench.seat.status().round());
    }

    @Test
    void aBlockThatIsFarAheadIsRefused() {
        bench.startAnswered();
        bench.receive(bench.block(1, 100, far(1, 100)));
        assertEquals(1, bench.seat.rejections(1, Rejection.TOO_FAR));
        assertFalse(bench.seat.status().isCatchingUp()); // one may be faulty
    }

    private Reference[] far(int author, long round) {
        List<Reference> parents = new ArrayList<>();
        for (int seat = 0; seat < 4; seat++) {
            parents.add(new Reference(round - 1, seat, Sha256.ofBytes(new byte[] {(byte) seat, (byte) round})));
        }
        return SeatBench.ownFirst(author, parents);
    }

    @Test
    void aPeerHasSoManyBlocksThatWait() {
        SeatOptions few = new SeatOptions(0, SeatBench.DELTA_NS, Sending.PUSH, 60, 40, 3, 10);
        SeatBench small = new SeatBench(few, 4, SeatRecovery.first()).startAnswered();
        for (int round = 20; round >= 10; round--) {
            small.receive(small.block(1, round, far(1, round)));
        }
        assertEquals(3, small.seat.status().waitingBlocks());
        small.receive(small.block(1, 21, far(1, 21)));
        assertEquals(1, small.seat.rejections(1, Rejection.QUOTA));
        assertEquals(3, small.seat.status().waitingBlocks());
    }

    @Test
    void aSecondVariantIsEvidenceAndIsTakenOnlyWhenABlockNeedsIt() {
        bench.startAnswered();
        Block one = bench.block(1, 1, SeatBench.ownFirst(1, genesis()));
        Block other = bench.block(1, 1, 1, List.of(), List.of(), SeatBench.ownFirst(1, genesis()));
        bench.receive(one, other);
        assertEquals(1, bench.seat.rejections(1, Rejection.VARIANT));
        assertEquals(other.reference(), bench.seat.evidence().getFirst().reference());
        assertTrue(bench.events.contains(SeatEvent.EQUIVOCATION));
        assertFalse(bench.stored.stream().anyMatch(block -> block.reference().equals(other.reference())));
        Block third = bench.block(2, 1, SeatBench.ownFirst(2, genesis()));
        Block needs = bench.block(
                2, 2, third.reference(), other.reference(), bench.own.getFirst().reference());
        bench.receive(third, needs, other);
        assertTrue(bench.stored.stream().anyMatch(block -> block.reference().equals(other.reference())));
    }

    @Test
    void aReferenceWithAnotherRoundNamesNoBlock() {
        bench.startAnswered();
        List<Block> first = bench.round(1, genesis());
        List<Reference> before = bench.play(1, genesis()).stream()
                .filter(block -> block.author() != 3)
                .toList();
        Reference wrong = new Reference(1, 3, first.get(0).reference().digest());
        List<Reference> parents = new ArrayList<>(before);
        parents.add(wrong);
        bench.receive(bench.block(2, 2, SeatBench.ownFirst(2, parents)));
        assertEquals(1, bench.seat.status().waitingBlocks());
    }

    @Test
    void afterARestartTheNewestBlockIsSentAgainAndNoneIsSignedTwice() {
        bench.startAnswered();
        bench.play(1, genesis());
        assertEquals(2, bench.own.size());
        SeatBench again = new SeatBench(0, 4, new SeatRecovery(RecordState.KEPT, bench.stored, 0, 0)).startAnswered();
        assertEquals(
                bench.own.getLast().reference(), again.sentBlocks(1).getFirst().reference());
        assertEquals(List.of(), again.own);
        assertEquals(2, again.seat.status().madeRound());
    }

    @Test
    void aSeatWithoutItsRecordSignsFromTwoAfterTheHighestRoundOfAQuorumOfOthers() {
        bench.startAnswered();
        List<Reference> first = bench.play(1, genesis());
        List<Block> second = bench.round(2, first);
        SeatBench empty = lost().start();
        assertTrue(empty.events.contains(SeatEvent.AMNESIA));
        answer(empty, 1, second.get(0));
        answer(empty, 2, second.get(1));
        empty.receive(1, new SeatMessage.Blocks(bench.stored));
        empty.receive(2, new SeatMessage.Blocks(second));
        assertFalse(empty.seat.status().isSigning()); // with itself a quorum, but without its record
        answer(empty, 3, null);
        assertTrue(empty.seat.status().isSigning());
        assertEquals(List.of(), empty.own);
        List<Reference> before =
                new ArrayList<>(second.stream().map(Block::reference).toList());
        for (int round = 3; round <= 4; round++) {
            List<Block> next = new ArrayList<>();
            for (int author = 1; author < 4; author++) {
                next.add(empty.block(author, round, SeatBench.ownFirst(author, before)));
            }
            next.forEach(empty::receive);
            before = new ArrayList<>(next.stream().map(Block::reference).toList());
        }
        assertTrue(empty.own.getFirst().header().round() >= 4, "own=" + empty.own);
    }

    @Test
    void anAnswerWhoseBlockCannotBeCheckedDoesNotCount() {
        SeatBench empty = lost().start();
        answer(empty, 1, empty.block(1, 30, far(1, 30)));
        answer(empty, 2, null);
        answer(empty, 3, null);
        assertFalse(empty.seat.status().isSigning());
    }

    @Test
    void anAnswerToAnotherQuestionDoesNotCount() {
        SeatBench empty = lost().start();
        for (int peer = 1; peer < 4; peer++) {
            empty.receive(peer, new SeatMessage.Newest(8, Optional.empty(), Optional.empty()));
            assertEquals(1, empty.seat.rejections(peer, Rejection.NOT_ASKED));
        }
        assertFalse(empty.seat.status().isSigning());
    }

    @Test
    void aSeatWithoutItsRecordDoesNotAnswer() {
        SeatBench empty = lost().start();
        empty.receive(1, new SeatMessage.Ask(5));
        assertEquals(List.of(), empty.sent(SeatMessage.Newest.class));
        bench.startAnswered();
        bench.receive(1, new SeatMessage.Ask(5));
        assertEquals(5, bench.sent(SeatMessage.Newest.class).getFirst().nonce());
    }

    @Test
    void aSeatWhoseStorageIsOlderThanWhatItSignedFindsOut() {
        bench.startAnswered();
        bench.play(1, genesis());
        Block signed = bench.own.getLast();
        SeatBench older = new SeatBench(0, 4).start();
        older.receive(1, new SeatMessage.Blocks(bench.stored));
        older.receive(1, new SeatMessage.Newest(7, Optional.empty(), Optional.of(signed)));
        older.receive(2, new SeatMessage.Newest(7, Optional.empty(), Optional.empty()));
        assertTrue(older.events.contains(SeatEvent.AMNESIA));
        assertEquals(List.of(), older.own);
        assertFalse(older.seat.status().isSigning());
    }

    /** Has a seat answer what another asks for, until that one has caught up. */
    private static void serve(SeatBench server, SeatBench asking, int seat) {
        for (int turn = 0; turn < 100 && asking.seat.status().isCatchingUp(); turn++) {
            List<SeatMessage> asked = List.copyOf(asking.sent);
            List<Integer> peers = List.copyOf(asking.sentTo);
            asking.sent.clear();
            asking.sentTo.clear();
            for (int i = 0; i < asked.size(); i++) {
                server.sent.clear();
                server.receive(seat, asked.get(i));
                for (SeatMessage answer : List.copyOf(server.sent)) {
                    if (answer instanceof SeatMessage.Commits || answer instanceof SeatMessage.Committed) {
                        asking.receive(peers.get(i), answer);
                    }
                }
            }
            asking.pass(4 * SeatBench.DELTA_NS);
        }
    }

    /**
     * The seat of an older storage: others know a block of it that it does not, which comes into the order in place of
     * the one that it has made anew. Both have the transaction, which must not come a third time.
     */
    @Test
    void aBlockWhoseVariantCameIntoTheOrderGivesNothingBackWhileTheSeatCatchesUp() {
        bench.startAnswered();
        byte[] transaction = {1};
        SeatBench late = new SeatBench(3, 4);
        late.seat.offer(transaction);
        late.startAnswered();
        assertEquals(1, late.own.getFirst().size());
        Block variant = bench.block(3, 1, 1, List.of(), List.of(transaction), SeatBench.ownFirst(3, genesis()));
        playWithVotes(1, 80, genesis(), variant); // the server has forgotten nothing yet
        late.receive(0, new SeatMessage.Blocks(List.of(bench.stored.getLast())));
        late.receive(0, new SeatMessage.Blocks(List.of(bench.stored.get(bench.stored.size() - 4))));
        assertTrue(late.seat.status().isCatchingUp(), late.seat.status()::toString);
        serve(bench, late, 3);
        assertTrue(late.seat.status().horizon() > 1, late.seat.status()::toString);
        assertEquals(0, late.seat.waitingTransactions());
    }

    /** A seat without its record gets a block of its own from others, which waits while commits bring it. */
    @Test
    void anOwnBlockThatWaitsWhileACommitBringsItGivesNothingBack() {
        bench.startAnswered();
        List<Reference> first = bench.play(1, genesis());
        Block own = bench.block(3, 2, 1, List.of(), List.of(new byte[] {1}), SeatBench.ownFirst(3, first));
        playWithVotes(2, 80, first, own);
        SeatBench late = new SeatBench(3, 4, new SeatRecovery(RecordState.LOST, List.of(), 0, 0)).start();
        late.receive(0, new SeatMessage.Newest(7, Optional.empty(), Optional.of(own)));
        assertEquals(1, late.seat.status().waitingBlocks());
        late.receive(0, new SeatMessage.Blocks(List.of(bench.stored.getLast())));
        late.receive(0, new SeatMessage.Blocks(List.of(bench.stored.get(bench.stored.size() - 4))));
        assertTrue(late.seat.status().isCatchingUp(), late.seat.status()::toString);
        serve(bench, late, 3);
        assertTrue(late.seat.status().horizon() > 2, late.seat.status()::toString);
        assertEquals(1, late.executed.size());
        assertEquals(0, late.seat.waitingTransactions());
    }

    /** Plays rounds of all seats in which the others vote for the commits, with one block given. */
    private void playWithVotes(int from, int to, List<Reference> first, Block given) {
        List<Reference> before = first;
        for (int round = from; round <= to; round++) {
            List<Reference> made = new ArrayList<>();
            List<CommitVote> votes = bench.commits.isEmpty()
                    ? List.of()
                    : List.of(new CommitVote(
                            VoteKind.COMMITTED,
                            bench.commits.lastKey(),
                            bench.commits.lastEntry().getValue().digest()));
            for (int author = 1; author < 4; author++) {
                boolean isGiven = given != null
                        && given.header().author() == author
                        && given.header().round() == round;
                Block block = isGiven
                        ? given
                        : bench.block(author, round, 0, votes, List.of(), SeatBench.ownFirst(author, before));
                bench.receive(block);
                made.add(block.reference());
            }
            made.add(0, bench.own.get(round - 1).reference());
            before = made;
        }
    }

    @Test
    void aSeatThatIsFarBehindCatchesUpByProvedCommitsAlone() {
        bench.startAnswered();
        playWithVotes(1, 60, genesis(), null);
        SeatBench late = new SeatBench(3, 4).start();
        late.receive(0, new SeatMessage.Blocks(List.of(bench.stored.getLast())));
        Block ahead = bench.stored.get(bench.stored.size() - 4);
        late.receive(0, new SeatMessage.Blocks(List.of(ahead)));
        assertTrue(late.seat.status().isCatchingUp(), late.seat.status()::toString);
        assertEquals(1, late.sent(SeatMessage.FetchCommits.class).getLast().from());
        int asked = late.sentTo.getLast();
        bench.sent.clear();
        bench.receive(1, new SeatMessage.FetchCommits(1));
        SeatMessage.Commits commits = bench.sent(SeatMessage.Commits.class).getFirst();
        late.receive(
                asked,
                new SeatMessage.Commits(1, commits.commits(), commits.proof().subList(0, 2)));
        assertEquals(1, late.seat.rejections(asked, Rejection.UNPROVED));
        late.receive((asked + 1) % 3, commits);
        assertEquals(1, late.seat.rejections((asked + 1) % 3, Rejection.NOT_ASKED));
        late.receive(asked, commits);
        assertEquals(
                3,
                late.sentTo.subList(late.sentTo.size() - 3, late.sentTo.size()).stream()
                        .distinct()
                        .count()); // blocks from all in parallel
        for (int i = 0; i < 3 && late.seat.status().commits() == 0; i++) {
            bench.sent.clear();
            late.sent(SeatMessage.FetchCommitted.class).forEach(fetch -> bench.receive(1, fetch));
            late.sent.clear();
            for (SeatMessage.Committed sent : bench.sent(SeatMessage.Committed.class)) {
                late.receive(1, sent);
            }
            late.pass(4 * SeatBench.DELTA_NS);
        }
        assertEquals(commits.commits().getLast().index(), late.seat.status().commits());
        assertEquals(
                bench.commits.get(late.seat.status().commits()),
                late.commits.lastEntry().getValue());
        // While it waited for a silent one as long as delays may be, others would commit more than it gets.
        int next = late.sent(SeatMessage.FetchCommits.class).size();
        late.pass(SeatBench.DELTA_NS / 2);
        assertTrue(late.sent(SeatMessage.FetchCommits.class).size() > next);
        assertTrue(late.seat.status().isCatchingUp(), late.seat.status()::toString);
    }

    /** A faulty peer that answers last must not keep what others have sent from being used, again and again. */
    @Test
    void blocksOfCommitsThatAreWrongOrWereNotAskedForAreAskedOfOthers() {
        bench.startAnswered();
        playWithVotes(1, 48, genesis(), null);
        SeatBench late = new SeatBench(3, 4).start();
        late.receive(0, new SeatMessage.Blocks(List.of(bench.stored.getLast())));
        late.receive(0, new SeatMessage.Blocks(List.of(bench.stored.get(bench.stored.size() - 4))));
        int asked = late.sentTo.getLast();
        bench.sent.clear();
        bench.receive(1, new SeatMessage.FetchCommits(1));
        SeatMessage.Commits commits = bench.sent(SeatMessage.Commits.class).getFirst();
        late.sent.clear();
        late.sentTo.clear();
        late.receive(asked, commits);
        List<SeatMessage.FetchCommitted> fetches = late.sent(SeatMessage.FetchCommitted.class);
        assertEquals(3, fetches.size());
        List<Integer> peers = List.copyOf(late.sentTo);
        for (int i = 0; i < 2; i++) {
            late.receive(peers.get(i), new SeatMessage.Committed(blocksOf(fetches.get(i))));
        }
        int faulty = peers.get(2);
        List<Block> right = blocksOf(fetches.get(2));
        List<Block> more = new ArrayList<>(right);
        more.add(bench.stored.getLast());
        late.receive(faulty, new SeatMessage.Committed(more));
        assertEquals(1, late.seat.rejections(faulty, Rejection.NOT_ASKED));
        late.receive(faulty, new SeatMessage.Committed(List.of(bench.forged(right.getFirst()))));
        assertEquals(1, late.seat.rejections(faulty, Rejection.SIGNATURE));
        late.sent.clear();
        late.pass(4 * SeatBench.DELTA_NS);
        Set<Reference> again = new HashSet<>();
        late.sent(SeatMessage.FetchCommitted.class).forEach(fetch -> again.addAll(fetch.blocks()));
        assertEquals(Set.copyOf(fetches.get(2).blocks()), again);
        late.receive((faulty + 1) % 3, new SeatMessage.Committed(right));
        assertTrue(late.seat.status().commits() > 0, late.seat.status()::toString);
        late.stored.forEach(block -> assertTrue(new SeatBench.Named(3)
                .verify(
                        block.header().author(),
                        block.reference().digest(),
                        block.header().rawSignature())));
    }

    private List<Block> blocksOf(SeatMessage.FetchCommitted fetch) {
        return fetch.blocks().stream()
                .map(reference -> bench.block(reference).orElseThrow())
                .toList();
    }

    /** Blocks of so many authors wait for one that no seat has any more: what others have committed is above it. */
    @Test
    void aBlockThatNoSeatHasMakesASeatCatchUpOnceBlocksOfMoreThanTheFaultyWaitForIt() {
        for (int authors = 1; authors <= 2; authors++) {
            SeatBench waiting = new SeatBench(0, 4).startAnswered();
            List<Reference> before = new ArrayList<>(waiting.play(1, genesis()));
            Block lost = waiting.block(3, 1, 1, List.of(), List.of(), SeatBench.ownFirst(3, genesis()));
            before.set(3, lost.reference());
            for (int author = 1; author <= authors; author++) {
                waiting.receive(waiting.block(author, 2, SeatBench.ownFirst(author, before)));
            }
            assertEquals(authors, waiting.seat.status().waitingBlocks());
            for (int tries = 0; tries < 2 * 4; tries++) {
                waiting.pass(2 * SeatBench.DELTA_NS);
            }
            assertFalse(waiting.events.contains(SeatEvent.CATCHING_UP), "peers may still answer");
            waiting.pass(2 * SeatBench.DELTA_NS);
            assertEquals(authors > 1, waiting.events.contains(SeatEvent.CATCHING_UP), "authors=" + authors);
            assertEquals(
                    authors > 1, !waiting.sent(SeatMessage.FetchCommits.class).isEmpty());
        }
    }

    /** A faulty seat withholds a block until all other correct seats have it and refer to what waits for it. */
    @Test
    void whatWasAskedInVainBeforeACorrectSeatHadABlockSaysNothing() {
        SeatBench waiting = new SeatBench(0, 4).startAnswered();
        List<Reference> before = new ArrayList<>(waiting.play(1, genesis()));
        Block withheld = waiting.block(3, 1, 1, List.of(), List.of(), SeatBench.ownFirst(3, genesis()));
        before.set(3, withheld.reference());
        waiting.receive(waiting.block(3, 2, SeatBench.ownFirst(3, before)));
        for (int tries = 0; tries < 4 * 4; tries++) {
            waiting.pass(2 * SeatBench.DELTA_NS);
        }
        waiting.sent.clear();
        waiting.sentTo.clear();
        waiting.receive(waiting.block(1, 2, SeatBench.ownFirst(1, before)));
        assertEquals(List.of(new SeatMessage.Fetch(List.of(withheld.reference()))), waiting.sent);
        assertEquals(List.of(1), waiting.sentTo);
        for (int tries = 0; tries < 2 * 4; tries++) {
            waiting.pass(2 * SeatBench.DELTA_NS);
        }
        assertFalse(waiting.events.contains(SeatEvent.CATCHING_UP), "peers may still answer");
        waiting.pass(2 * SeatBench.DELTA_NS);
        assertTrue(waiting.events.contains(SeatEvent.CATCHING_UP));
    }
}
