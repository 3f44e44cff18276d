package io.millrace.harness;

import java.util.concurrent.TimeUnit;

/**
 * How much is measured. It is the same for both sides: the numbers of messages in warm-up and in a round, the time to
 * repeat rounds in, the rates and the durations.
 */
public enum Effort {
    /** Shows only that everything runs; its figures have no meaning. */
    SMOKE(1, 10_000, 1, 1, 0, 20, 60, 2_000, 2_000),
    /** One fork per side, each suite within a few minutes. */
    QUICK(1, 5_000_000, 2, 3, 3_000, 500, 2_500, 500_000, 2_000_000),
    /** Figures for publication. */
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

    /** Returns the number of forks per side. */
    public int forks() {
        return forks;
    }

    /** Returns how many 40 byte messages one throughput round appends; larger messages are fewer in proportion. */
    public int roundMessages() {
        return roundMessages;
    }

    /** Returns how many rounds run before those that count. */
    public int warmUpRounds() {
        return warmUpRounds;
    }

    /** Returns the least number of rounds that count. */
    public int measuredRounds() {
        return measuredRounds;
    }

    /** Returns the time within which further rounds start. */
    public long roundsNs() {
        return TimeUnit.MILLISECONDS.toNanos(roundsMs);
    }

    /** Returns how long messages are sent at the measured rate before latencies are recorded. */
    public long leadInNs() {
        return TimeUnit.MILLISECONDS.toNanos(leadInMs);
    }

    /** Returns how long latencies are recorded. */
    public long latencyNs() {
        return TimeUnit.MILLISECONDS.toNanos(latencyMs);
    }

    /** Returns how many rounds of a queue run before those that count. */
    public int queueWarmUps() {
        return this == SMOKE ? 0 : 6;
    }

    /** Returns how many rounds of a queue count. */
    public int queueRounds() {
        return this == SMOKE ? 1 : this == QUICK ? 9 : 11;
    }

    /** Returns the length of a round of a queue. */
    public long queueRoundMs() {
        return this == SMOKE ? 5 : this == QUICK ? 40 : 300;
    }

    /** Returns the number of slices for each row of the transactions; the whole matrix has very many rows. */
    public int transactionSlices() {
        return this == FULL ? 3 : 1;
    }

    /** Returns the length of a slice. */
    public long transactionSliceNs() {
        return this == FULL ? TimeUnit.MILLISECONDS.toNanos(500) : latencyNs();
    }

    /**
     * Returns how long transactions are committed before a slice is measured; before the first slice this is the
     * warm-up.
     */
    public long transactionLeadInNs(int slice) {
        return this != FULL ? leadInNs() : TimeUnit.MILLISECONDS.toNanos(slice == 0 ? 500 : 100);
    }

    /** Returns the size of a log that is opened after its writer was killed; a smoke test uses less. */
    public long killedLogBytes(long usualBytes) {
        return this == SMOKE ? 1 << 20 : usualBytes;
    }

    /**
     * Returns how long messages are appended to a log that must become larger than the unwritten data that the system
     * keeps.
     */
    public long sustainedNs() {
        return TimeUnit.SECONDS.toNanos(this == SMOKE ? 0 : this == QUICK ? 10 : 30);
    }

    /** Returns how often sustained appends are measured, each time with a new log. */
    public int sustainedRounds() {
        return this == QUICK ? 3 : 1;
    }

    /** Returns the maximum memory to fill before each of them; on a machine with more memory this is a part of it. */
    public long usedMemoryBytes() {
        return this == SMOKE ? 32L << 20 : 256L << 30;
    }

    /** Returns the number of rounds in which latencies are recorded, each with its own lead-in. */
    public int latencyRounds() {
        return this == SMOKE ? 1 : 5;
    }

    /** Returns how many rounds of requests run before those that count. */
    public int loadWarmUps() {
        return this == SMOKE ? 0 : 3;
    }

    /** Returns how many rounds of requests count. */
    public int loadRounds() {
        return this == SMOKE ? 1 : 7;
    }

    /** Returns the length of a round of requests, in whole seconds. */
    public long loadRoundNs() {
        return TimeUnit.SECONDS.toNanos(this == SMOKE ? 1 : this == QUICK ? 3 : 5);
    }

    /** Returns how many calls run before those that are timed. */
    public int warmUpCalls() {
        return warmUpCalls;
    }

    /** Returns how many calls are timed. */
    public int measuredCalls() {
        return measuredCalls;
    }
}
