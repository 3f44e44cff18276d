package io.millrace.prove;

/** What is wrong with a map, to see that {@link MapProof} finds it. */
enum MapFlaw {
    /** Nothing. */
    NONE,
    /** Some puts return and change nothing. */
    LOST_CHANGE,
    /** The changes of a batch are made one by one. */
    TORN_BATCH,
    /** A sync returns and does nothing. */
    MISSING_SYNC;

    private static final int LOST_ONE_IN = 50;

    /** Returns whether the change of a number is not made. */
    boolean loses(long number) {
        return this == LOST_CHANGE && number % LOST_ONE_IN == 0;
    }
}
