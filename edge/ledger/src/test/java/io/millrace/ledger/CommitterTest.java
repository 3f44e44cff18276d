package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
final class CommitterTest {
    private static final int GRAPHS = Integer.getInteger("millrace.ledger.graphs", 400);
    private static final long SEED = Long.getLong("millrace.ledger.seed", System.nanoTime());

    @Test
    void decidesAsTheDefinitionSaysAfterEachBlock() {
        System.out.println("seed=" + SEED + " graphs=" + GRAPHS);
        int commits = 0;
        int indirect = 0;
        for (int graph = 0; graph < GRAPHS; graph++) {
            Random random = new Random(SEED + graph);
            Committee committee = Committee.of(List.of(1, 4, 5, 7, 10).get(random.nextInt(5)));
            long horizon = random.nextBoolean() ? Committer.HORIZON_ROUNDS : 3 + random.nextInt(4);
            List<DagBlock> blocks = RandomDag.make(committee, random, 8 + random.nextInt(10));
            Committer committer = new Committer(committee, horizon);
            Dag dag = dag(committee, committer);
            List<DagBlock> before = new ArrayList<>();
            List<Commit> made = new ArrayList<>();
            for (DagBlock block : blocks) {
                assertEquals(BlockState.ACCEPTED, dag.add(block), () -> "seed=" + SEED + " block=" + block);
                before.add(block);
                made.addAll(committer.takeCommits());
                if (random.nextInt(8) == 0 || before.size() == blocks.size()) {
                    indirect += compare(committer, made, new NaiveCommitter(committee, horizon, before), SEED + graph);
                }
            }
            commits += made.size();
        }
        assertTrue(commits > GRAPHS, "too few commits commits=" + commits);
        assertTrue(indirect > 0 || GRAPHS < 100, "no slot was decided by an anchor");
    }

    @Test
    void decidesTheSameInWhateverOrderBlocksCome() {
        System.out.println("seed=" + SEED);
        for (int graph = 0; graph < GRAPHS / 4; graph++) {
            Random random = new Random(SEED - graph);
            Committee committee = Committee.of(7);
            List<DagBlock> blocks = RandomDag.make(committee, random, 15);
            Committer inOrder = committed(committee, blocks);
            Collections.shuffle(blocks, random);
            Committer shuffled = committed(committee, blocks);
            long seed = SEED - graph;
            assertEquals(inOrder.takeCommits(), shuffled.takeCommits(), () -> "seed=" + seed);
            for (long round = 1; round <= 15; round++) {
                assertEquals(inOrder.decision(round), shuffled.decision(round), () -> "seed=" + seed);
            }
        }
    }

    @Test
    void twoNodesWithDifferentBlocksNeverContradictEachOther() {
        System.out.println("seed=" + SEED);
        for (int graph = 0; graph < GRAPHS / 4; graph++) {
            Random random = new Random(SEED ^ graph);
            Committee committee = Committee.of(List.of(4, 7, 10).get(random.nextInt(3)));
            List<DagBlock> blocks = RandomDag.make(committee, random, 18);
            List<Commit> all = committed(committee, blocks).takeCommits();
            List<Commit> part = committed(committee, blocks.subList(0, random.nextInt(blocks.size() + 1)))
                    .takeCommits();
            long seed = SEED ^ graph;
            assertEquals(part, all.subList(0, part.size()), () -> "seed=" + seed);
        }
    }

    @Test
    void moreFaultySeatsThanToleratedAreNamed() {
        Committee committee = Committee.of(4);
        List<Digest> genesis =
                List.of("A0", "B0", "C0", "D0").stream().map(Digest::ofText).toList();
        Dag dag = new Dag(committee, genesis, new Committer(committee, Committer.HORIZON_ROUNDS));
        List<String> seats = List.of("A", "B", "C", "D");
        for (String seat : seats) {
            add(dag, seat, 1, seat + "1", "ABCD", "0");
        }
        add(dag, "B", 1, "B1'", "BACD", "0");
        // All seats make two blocks: one set supports B1, the other B1'.
        for (String mark : List.of("", "'")) {
            for (String seat : seats) {
                List<Digest> parents = new ArrayList<>();
                parents.add(Digest.ofText(seat + "1" + (seat.equals("B") ? mark : "")));
                for (String other : seats) {
                    if (!other.equals(seat)) {
                        parents.add(Digest.ofText(other + "1" + (other.equals("B") ? mark : "")));
                    }
                }
                dag.add(new DagBlock(seats.indexOf(seat), 2, Digest.ofText(seat + "2" + mark), parents));
            }
        }
        LedgerException thrown = assertThrows(TooManyFaultsException.class, () -> add(dag, "A", 3, "A3", "ABCD", "2"));
        assertTrue(thrown.getMessage().contains("round=1"), thrown.getMessage());
    }

    private static void add(Dag dag, String seat, long round, String digest, String parents, String parentRound) {
        List<Digest> named = new ArrayList<>();
        named.add(Digest.ofText(seat + parentRound));
        parents.chars()
                .mapToObj(letter -> String.valueOf((char) letter))
                .filter(letter -> !letter.equals(seat))
                .forEach(letter -> named.add(Digest.ofText(letter + parentRound)));
        dag.add(new DagBlock(seat.charAt(0) - 'A', round, Digest.ofText(digest), named));
    }

    private static Committer committed(Committee committee, List<DagBlock> blocks) {
        Committer committer = new Committer(committee, Committer.HORIZON_ROUNDS);
        Dag dag = dag(committee, committer);
        blocks.forEach(dag::add);
        assertTrue(dag.refused().isEmpty(), () -> "refused=" + dag.refused());
        return committer;
    }

    private static Dag dag(Committee committee, Committer committer) {
        List<Digest> genesis = new ArrayList<>();
        for (int seat = 0; seat < committee.seats(); seat++) {
            genesis.add(RandomDag.genesis(seat));
        }
        return new Dag(committee, genesis, committer);
    }

    private static int compare(Committer committer, List<Commit> made, NaiveCommitter naive, long seed) {
        int indirect = 0;
        for (long round = 1; round <= committer.highestRound(); round++) {
            SlotDecision decision = committer.decision(round);
            SlotDecision defined = naive.decision(round);
            assertEquals(defined.outcome(), decision.outcome(), () -> "seed=" + seed + " decision=" + decision);
            assertEquals(defined.block(), decision.block(), () -> "seed=" + seed + " decision=" + decision);
            indirect += decision.outcome() != SlotOutcome.UNDECIDED && !decision.isDirect() ? 1 : 0;
        }
        assertEquals(naive.commits(), made, () -> "seed=" + seed);
        return indirect;
    }
}
