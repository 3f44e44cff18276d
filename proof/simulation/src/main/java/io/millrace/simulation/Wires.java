package io.millrace.simulation;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Directions between hosts, each of which may be cut, and how long a message takes: seldom thirty times as long. */
final class Wires {

    private static final int LONG_DELAY_IN = 64;
    private static final int LONG_DELAY = 30;

    private final long meanDelayNs;
    private final RandomGenerator random;
    private final boolean[][] isBlocked;

    Wires(int hosts, long meanDelayNs, RandomGenerator random) {
        this.meanDelayNs = meanDelayNs;
        this.random = random;
        isBlocked = new boolean[hosts][hosts];
    }

    long delayNs() {
        long delayNs = evenDelayNs();
        return random.nextInt(LONG_DELAY_IN) == 0 ? delayNs * LONG_DELAY : delayNs;
    }

    /** Returns a delay that is at most twice the mean. */
    long evenDelayNs() {
        return random.nextLong(2 * meanDelayNs) + 1;
    }

    boolean isReachable(int from, int to) {
        return !isBlocked[from][to];
    }

    void block(int from, int to) {
        isBlocked[from][to] = true;
    }

    void unblock(int from, int to) {
        isBlocked[from][to] = false;
    }

    void heal() {
        for (boolean[] row : isBlocked) {
            Arrays.fill(row, false);
        }
    }
}
