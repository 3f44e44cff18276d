package io.millrace.simulation;

import io.millrace.ledger.Sending;
import java.util.random.RandomGenerator;

/**
 * What a seed decides before a run of the ledger begins.
 *
 * @param seats how many seats there are
 * @param byzantine how many of them do what they like
 * @param rounds how many rounds faults happen
 * @param delayNs the mean delay of a message; later none takes twice as long
 * @param forceNs the mean time of a force
 * @param deltaNs the bound on delays that seats are told
 * @param sending when seats send blocks of others
 * @param lossIn one of so many messages is lost while faults happen, none if 0
 * @param pauseNs the mean pause between two faults, 0 without any
 * @param hasWrongState whether one seat carries commits out wrongly
 * @param kind what the run is for
 */
record LedgerPlan(
        int seats,
        int byzantine,
        long rounds,
        long delayNs,
        long forceNs,
        long deltaNs,
        Sending sending,
        int lossIn,
        long pauseNs,
        boolean hasWrongState,
        Kind kind) {

    /** What a run is for. */
    enum Kind {
        /** Faults by the seed. */
        FAULTS,
        /** Each message takes the mean delay. */
        STEADY
    }

    private static final int[] SEATS = {4, 4, 4, 7, 7, 10};
    private static final int DELTA_IN_DELAYS = 8;

    static LedgerPlan of(long rounds, RandomGenerator random) {
        int seats = SEATS[random.nextInt(SEATS.length)];
        int faults = (seats - 1) / 3;
        boolean isCalm = random.nextInt(8) == 0;
        long delayNs = random.nextLong(Plan.MS_NS / 10, 20 * Plan.MS_NS);
        long forceNs = random.nextLong(Plan.MS_NS / 10, 10 * Plan.MS_NS);
        long deltaNs = DELTA_IN_DELAYS * delayNs + 4 * forceNs;
        return new LedgerPlan(
                seats,
                isCalm ? 0 : random.nextInt(faults + 1),
                rounds,
                delayNs,
                forceNs,
                deltaNs,
                random.nextInt(4) == 0 ? Sending.LAZY : Sending.PUSH,
                isCalm || random.nextBoolean() ? 0 : random.nextInt(5, 100),
                isCalm ? 0 : deltaNs * random.nextLong(1, 20),
                !isCalm && random.nextInt(4) == 0,
                Kind.FAULTS);
    }

    /** Returns a plan without faults in which each message takes the same time, and a force next to none. */
    static LedgerPlan steady(int seats, long delayNs, long rounds) {
        return new LedgerPlan(
                seats, 0, rounds, delayNs, 1, DELTA_IN_DELAYS * delayNs, Sending.LAZY, 0, 0, false, Kind.STEADY);
    }

    int faults() {
        return (seats - 1) / 3;
    }

    int quorum() {
        return seats - faults();
    }

    boolean isCalm() {
        return pauseNs == 0;
    }
}
