package io.millrace.benchmarks;

import java.util.concurrent.TimeUnit;

/**
 * How much is measured. Both sides always get the same: the same numbers of messages in warm-up and in a round, the
 * same time to repeat rounds in, the same rates and durations.
 */
public enum Effort {
    /** Shows only that everything runs; its figures mean nothing. */
    SMOKE(1, 20_000, 1, 1, 0, 50, 150, 5_000, 5_000),
    /** One fork a side, each suite within a few minutes. */
    QUICK(1, 5_000_000, 2, 3, 3_000, 500, 2_500, 500_000, 2_000_000),
    /** The figures to publish. */
    FULL(5, 20_000_000, 2, 5, 10_000, 1_000, 10_000, 1_000_000, 5_000_000);

    private final int forks;
    private final int roundMessages;
    private final int warmUpRounds;
    private final int measuredRounds;
    private final long roundsMs;
    private final long leadInMs;
    private final long latencyMs;
    private final int warmUpCalls;
    private final int measuredCalls;

    Effort(
            int forks,
            int roundMessages,
            int warmUpRounds,
            int measuredRounds,
            long roundsMs,
            long leadInMs,
            long latencyMs,
            int warmUpCalls,
            int measuredCalls) {
        this.forks = forks;
        this.roundMessages = roundMessages;
        this.warmUpRounds = warmUpRounds;
        this.measuredRounds = measuredRounds;
        this.roundsMs = roundsMs;
        this.leadInMs = leadInMs;
        this.latencyMs = latencyMs;
        this.warmUpCalls = warmUpCalls;
        this.measuredCalls = measuredCalls;
    }

    /** Returns the number of forks a side. */
    public int forks() {
        return forks;
    }

    /** Returns how many 40 byte messages one throughput round appends; larger messages are fewer in proportion. */
    int roundMessages() {
        return roundMessages;
    }

    /** Returns how many rounds are run before any is counted. */
    int warmUpRounds() {
        return warmUpRounds;
    }

    /** Returns the least number of rounds that are counted. */
    int measuredRounds() {
        return measuredRounds;
    }

    /** Returns the time within which further rounds are begun. */
    long roundsNs() {
        return TimeUnit.MILLISECONDS.toNanos(roundsMs);
    }

    /** Returns how long messages are sent at the measured rate before latencies are recorded. */
    long leadInNs() {
        return TimeUnit.MILLISECONDS.toNanos(leadInMs);
    }

    /** Returns how long latencies are recorded. */
    long latencyNs() {
        return TimeUnit.MILLISECONDS.toNanos(latencyMs);
    }

    /** Returns how many rounds a queue is run before any is counted. */
    int queueWarmUps() {
        return this == SMOKE ? 0 : 6;
    }

    /** Returns how many rounds of a queue are counted. */
    int queueRounds() {
        return this == SMOKE ? 1 : this == QUICK ? 9 : 11;
    }

    /** Returns how long a round of a queue is. */
    long queueRoundMs() {
        return this == SMOKE ? 5 : this == QUICK ? 40 : 300;
    }

    /** Returns in how many slices each row of the transactions is measured; the whole matrix has very many rows. */
    int transactionSlices() {
        return this == FULL ? 3 : 1;
    }

    /** Returns how long a slice is. */
    long transactionSliceNs() {
        return this == FULL ? TimeUnit.MILLISECONDS.toNanos(500) : latencyNs();
    }

    /** Returns how long transactions are committed before a slice is measured; the first slice warms up. */
    long transactionLeadInNs(int slice) {
        return this != FULL ? leadInNs() : TimeUnit.MILLISECONDS.toNanos(slice == 0 ? 500 : 100);
    }

    /** Returns how large a log is that is opened after its writer was killed; a smoke test has less than usual. */
    long killedLogBytes(long usualBytes) {
        return this == SMOKE ? 1 << 20 : usualBytes;
    }

    /** Returns how long messages are appended to a log that is to outgrow what the system keeps unwritten. */
    long sustainedNs() {
        return TimeUnit.SECONDS.toNanos(this == SMOKE ? 0 : this == QUICK ? 10 : 30);
    }

    /** Returns how often that is done, each time to a new log. */
    int sustainedRounds() {
        return this == QUICK ? 3 : 1;
    }

    /** Returns how much memory is filled at most before each of them: of a machine that has more, a part. */
    long usedMemoryBytes() {
        return this == SMOKE ? 32L << 20 : 256L << 30;
    }

    /** Returns in how many rounds latencies are recorded, each with a lead-in of its own. */
    int latencyRounds() {
        return this == SMOKE ? 1 : 5;
    }

    /** Returns how many rounds of requests are sent before any is counted. */
    int loadWarmUps() {
        return this == SMOKE ? 0 : 3;
    }

    /** Returns how many rounds of requests are counted. */
    int loadRounds() {
        return this == SMOKE ? 1 : 7;
    }

    /** Returns how long a round of requests is, in whole seconds. */
    long loadRoundNs() {
        return TimeUnit.SECONDS.toNanos(this == SMOKE ? 1 : this == QUICK ? 3 : 5);
    }

    /** Returns how many calls are made before any is timed. */
    int warmUpCalls() {
        return warmUpCalls;
    }

    /** Returns how many calls are timed. */
    int measuredCalls() {
        return measuredCalls;
    }
}
