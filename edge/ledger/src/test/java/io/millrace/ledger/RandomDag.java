package io.millrace.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Valid blocks of a committee in which up to a third is faulty: faulty seats make two blocks for one round, or none.
 * Each block refers to blocks that its author has seen, which differ from seat to seat; some come late.
 */
final class RandomDag {
    private final Committee committee;
    private final Random random;
    private final int faulty;
    private final double loss;
    private final List<DagBlock> blocks = new ArrayList<>();
    private final Map<Integer, List<DagBlock>> ofAuthor = new HashMap<>();

    private RandomDag(Committee committee, Random random) {
        this.committee = committee;
        this.random = random;
        this.faulty = random.nextInt(committee.faults() + 1);
        this.loss = random.nextInt(4) * 0.12;
    }

    /** Returns blocks in an order in which parents come first. */
    static List<DagBlock> make(Committee committee, Random random, int rounds) {
        RandomDag dag = new RandomDag(committee, random);
        for (int seat = 0; seat < committee.seats(); seat++) {
            dag.ofAuthor.put(seat, new ArrayList<>(List.of(new DagBlock(seat, 0, genesis(seat), List.of()))));
        }
        for (int round = 1; round <= rounds; round++) {
            dag.addRound(round);
        }
        return dag.blocks;
    }

    static Digest genesis(int seat) {
        return Digest.ofText("g" + seat);
    }

    private void addRound(int round) {
        List<DagBlock> made = new ArrayList<>();
        for (int seat = 0; seat < committee.seats(); seat++) {
            boolean isFaulty = seat < faulty;
            int variants = isFaulty ? random.nextInt(3) : random.nextDouble() < loss / 3 ? 0 : 1;
            for (int variant = 0; variant < variants; variant++) {
                DagBlock block = block(seat, round, variant);
                if (block != null) {
                    made.add(block);
                }
            }
        }
        for (DagBlock block : made) {
            blocks.add(block);
            ofAuthor.get(block.author()).add(block);
        }
    }

    /** Returns a block, or null where its author has not seen a quorum of the round before. */
    private DagBlock block(int seat, int round, int variant) {
        List<Digest> parents = new ArrayList<>();
        List<DagBlock> own = ofAuthor.get(seat);
        DagBlock first = own.getLast();
        if (variant > 0 && own.size() > 1 && own.get(own.size() - 2).round() == first.round()) {
            first = own.get(own.size() - 2);
        }
        parents.add(first.digest());
        int recent = first.round() == round - 1 ? 1 : 0;
        List<Integer> others = new ArrayList<>(ofAuthor.keySet());
        Collections.shuffle(others, random);
        for (int other : others) {
            if (other == seat) {
                continue;
            }
            List<DagBlock> known = ofAuthor.get(other);
            boolean isSeen = random.nextDouble() >= loss || recent + others.size() < committee.quorum();
            int back = isSeen ? 0 : Math.min(known.size() - 1, 1 + random.nextInt(3));
            DagBlock parent = known.get(known.size() - 1 - back);
            if (back == 0 && known.size() > 1 && known.get(known.size() - 2).round() == parent.round()) {
                parent = known.get(known.size() - 1 - random.nextInt(2));
            }
            if (isSeen || random.nextBoolean()) {
                parents.add(parent.digest());
                recent += parent.round() == round - 1 ? 1 : 0;
            }
        }
        Digest digest = Digest.ofText((char) ('a' + random.nextInt(26)) + "." + seat + "." + round + "." + variant);
        return recent < committee.quorum() ? null : new DagBlock(seat, round, digest, parents);
    }
}
