package io.millrace.ledger;

import java.util.List;

/**
 * The seats that order blocks, numbered from 0, and the leader of each round. Immutable and thread-safe.
 *
 * @param seats how many seats there are, 1 to {@link #MAX_SEATS}
 * @param leaders the leaders of rounds 1, 2, and so on, begun again at the end of the list; not empty, each a seat
 */
public record Committee(int seats, List<Integer> leaders) {
    /** The most seats of a committee. */
    public static final int MAX_SEATS = 1024;

    /**
     * Checks the seats and takes a copy of the leaders.
     *
     * @throws LedgerException if the number of seats is out of range, there is no leader, or a leader is no seat
     */
    public Committee {
        if (seats < 1 || seats > MAX_SEATS) {
            throw new LedgerException("a committee has 1 to " + MAX_SEATS + " seats seats=" + seats);
        }
        leaders = List.copyOf(leaders);
        if (leaders.isEmpty()) {
            throw new LedgerException("a committee needs a leader for each round leaders=[]");
        }
        for (int leader : leaders) {
            if (leader < 0 || leader >= seats) {
                throw new LedgerException("a leader is no seat of the committee leader=" + leader + " seats=" + seats);
            }
        }
    }

    /**
     * Returns a committee in which seat {@code r mod seats} leads round {@code r}.
     *
     * @throws LedgerException if the number of seats is out of range
     */
    public static Committee of(int seats) {
        if (seats < 1 || seats > MAX_SEATS) {
            throw new LedgerException("a committee has 1 to " + MAX_SEATS + " seats seats=" + seats);
        }
        Integer[] inTurn = new Integer[seats];
        for (int i = 0; i < seats; i++) {
            inTurn[i] = (i + 1) % seats;
        }
        return new Committee(seats, List.of(inTurn));
    }

    /** Returns how many seats may be faulty: the largest number below a third of the seats. */
    public int faults() {
        return (seats - 1) / 3;
    }

    /** Returns how many seats make a quorum: any two quorums share a correct seat. */
    public int quorum() {
        return seats - faults();
    }

    /** Returns the seat that leads a round, which is at least 1. */
    public int leader(long round) {
        return leaders.get((int) Math.floorMod(round - 1, (long) leaders.size()));
    }
}
