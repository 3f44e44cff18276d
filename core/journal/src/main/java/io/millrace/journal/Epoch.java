package io.millrace.journal;

/**
 * The time between two promotions, in which one member of a replicated journal appends. Epochs are ordered by their
 * round, then by the number of the member that leads them; so two promotions never share one.
 *
 * @param round 0 for the epoch in which the journal was created, and higher with each promotion
 * @param leader number of the member that appends, 0 to {@link #MAX_LEADER}; 0 for the one that created the journal
 */
public record Epoch(long round, int leader) implements Comparable<Epoch> {

    /** The highest number of a member. */
    public static final int MAX_LEADER = 31;

    /** The epoch of every journal that was never promoted. */
    public static final Epoch FIRST = new Epoch(0, 0);

    /** Checks the ranges. */
    public Epoch {
        if (!isValid(round, leader)) {
            throw new JournalException("epoch must have a round of 0 or more and a leader of 0 to " + MAX_LEADER
                    + " round=" + round + " leader=" + leader);
        }
    }

    static boolean isValid(long round, int leader) {
        return round >= 0 && leader >= 0 && leader <= MAX_LEADER;
    }

    @Override
    public int compareTo(Epoch other) {
        return round != other.round ? Long.compare(round, other.round) : Integer.compare(leader, other.leader);
    }

    /** Returns {@code round.leader}, both decimal. */
    @Override
    public String toString() {
        return round + "." + leader;
    }
}
