package io.millrace.load;

/**
 * How late a thread was with its operations, and why; written by that thread, read when it has stopped. Only what is
 * later than a millisecond counts: less is the noise of timers.
 */
final class Lateness {
    /** Later than this is late. */
    static final long LATE_NS = 1_000_000;

    private double busyNs;
    private double fullNs;
    private double wokenNs;
    private long late;
    private long insideNs;

    /** Notes an operation that was late: by a part because of the cause, by the rest because its thread was busy. */
    void late(long ns, LateCause cause, long causedNs) {
        late++;
        busyNs += ns - causedNs;
        switch (cause) {
            case BUSY -> busyNs += causedNs;
            case FULL -> fullNs += causedNs;
            case WOKEN -> wokenNs += causedNs;
        }
    }

    /** Notes time that the thread spent inside the target. */
    void inside(long ns) {
        insideNs += ns;
    }

    void add(Lateness other) {
        late += other.late;
        insideNs += other.insideNs;
        busyNs += other.busyNs;
        fullNs += other.fullNs;
        wokenNs += other.wokenNs;
    }

    /** Returns how many operations were late. */
    long late() {
        return late;
    }

    /** Returns the time that threads spent inside the target, in nanoseconds. */
    long insideNs() {
        return insideNs;
    }

    /** Returns the share of all lateness that has a cause, 0 to 1. */
    double share(LateCause cause) {
        double sum = busyNs + fullNs + wokenNs;
        double part = switch (cause) {
            case BUSY -> busyNs;
            case FULL -> fullNs;
            case WOKEN -> wokenNs;
        };
        return sum == 0 ? 0 : part / sum;
    }
}
