package io.millrace.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The commit rule once more, from its definition alone: everything is computed anew from the list of accepted blocks.
 */
final class NaiveCommitter {
    private final Committee committee;
    private final long horizonRounds;
    private final Map<Digest, DagBlock> blocks = new LinkedHashMap<>();
    private final Map<Long, SlotDecision> decisions = new TreeMap<>();
    private final List<Commit> commits = new ArrayList<>();

    NaiveCommitter(Committee committee, long horizonRounds, List<DagBlock> accepted) {
        this.committee = committee;
        this.horizonRounds = horizonRounds;
        accepted.forEach(block -> blocks.put(block.digest(), block));
        long highest = accepted.stream().mapToLong(DagBlock::round).max().orElse(0);
        for (long round = highest; round >= 1; round--) {
            decisions.put(round, decide(round, highest));
        }
        commit(highest);
    }

    SlotDecision decision(long round) {
        return decisions.get(round);
    }

    List<Commit> commits() {
        return commits;
    }

    private SlotDecision decide(long round, long highest) {
        int leader = committee.leader(round);
        List<DagBlock> candidates = at(round, leader);
        Set<Integer> voters = authors(at(round + 1));
        boolean skip = voters.size() >= committee.quorum();
        for (DagBlock candidate : candidates) {
            Set<Integer> against = new HashSet<>();
            at(round + 1).stream()
                    .filter(vote -> !vote.parents().contains(candidate.digest()))
                    .forEach(vote -> against.add(vote.author()));
            skip &= against.size() >= committee.quorum();
        }
        if (skip) {
            return new SlotDecision(round, leader, SlotOutcome.SKIP, Optional.empty(), true);
        }
        for (DagBlock candidate : candidates) {
            if (authors(certificates(candidate)).size() >= committee.quorum()) {
                return new SlotDecision(round, leader, SlotOutcome.COMMIT, Optional.of(candidate.digest()), true);
            }
        }
        long anchor = round + 3;
        while (anchor <= highest && decisions.get(anchor).outcome() == SlotOutcome.SKIP) {
            anchor++;
        }
        if (anchor > highest || decisions.get(anchor).outcome() == SlotOutcome.UNDECIDED) {
            return new SlotDecision(round, leader, SlotOutcome.UNDECIDED, Optional.empty(), false);
        }
        Set<Digest> history = history(decisions.get(anchor).block().orElseThrow());
        for (DagBlock candidate : candidates) {
            if (certificates(candidate).stream().anyMatch(each -> history.contains(each.digest()))) {
                return new SlotDecision(round, leader, SlotOutcome.COMMIT, Optional.of(candidate.digest()), false);
            }
        }
        return new SlotDecision(round, leader, SlotOutcome.SKIP, Optional.empty(), false);
    }

    private List<DagBlock> certificates(DagBlock candidate) {
        return at(candidate.round() + 2).stream()
                .filter(block -> authors(block.parents().stream()
                                        .map(blocks::get)
                                        .filter(parent -> parent != null
                                                && parent.round() == candidate.round() + 1
                                                && parent.parents().contains(candidate.digest()))
                                        .toList())
                                .size()
                        >= committee.quorum())
                .toList();
    }

    private void commit(long highest) {
        Set<List<Long>> output = new HashSet<>();
        long last = 0;
        for (long round = 1; round <= highest && decisions.get(round).outcome() != SlotOutcome.UNDECIDED; round++) {
            if (decisions.get(round).outcome() == SlotOutcome.SKIP) {
                continue;
            }
            DagBlock leader = blocks.get(decisions.get(round).block().orElseThrow());
            long horizon = last - horizonRounds;
            Map<List<Long>, DagBlock> chosen = new HashMap<>();
            for (Digest digest : history(leader.digest())) {
                DagBlock block = blocks.get(digest);
                List<Long> place = List.of(block.round(), (long) block.author());
                if (block.round() > horizon && !output.contains(place)) {
                    DagBlock other = chosen.get(place);
                    boolean isFirst = other == null || block.equals(leader);
                    if (isFirst || (!other.equals(leader) && block.digest().compareTo(other.digest()) < 0)) {
                        chosen.put(place, block);
                    }
                }
            }
            output.addAll(chosen.keySet());
            List<Digest> order = chosen.values().stream()
                    .sorted(Comparator.<DagBlock>comparingLong(DagBlock::round)
                            .thenComparingInt(
                                    block -> Math.floorMod(block.author() - leader.author(), committee.seats())))
                    .map(DagBlock::digest)
                    .toList();
            commits.add(new Commit(commits.size() + 1L, round, leader.digest(), order));
            last = round;
        }
    }

    /** Returns a block and all blocks that it reaches, those of round 0 left out. */
    private Set<Digest> history(Digest from) {
        Set<Digest> reached = new HashSet<>();
        List<Digest> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            Digest digest = open.removeLast();
            if (blocks.containsKey(digest) && reached.add(digest)) {
                open.addAll(blocks.get(digest).parents());
            }
        }
        return reached;
    }

    private List<DagBlock> at(long round) {
        return blocks.values().stream().filter(block -> block.round() == round).toList();
    }

    private List<DagBlock> at(long round, int author) {
        return at(round).stream().filter(block -> block.author() == author).toList();
    }

    private static Set<Integer> authors(List<DagBlock> blocks) {
        Set<Integer> authors = new HashSet<>();
        blocks.forEach(block -> authors.add(block.author()));
        return authors;
    }
}
