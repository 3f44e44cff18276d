package io.millrace.benchmarks;

/**
 * When each message should start. The schedule is arithmetic and never re-based: a sender that was held up finds its
 * next messages overdue, and their latency counts from when they should have started.
 *
 * @param startNs the time of message 0 on the clock of {@link System#nanoTime()}
 * @param ratePerSecond messages a second, 1 to 1,000,000,000
 */
record Schedule(long startNs, long ratePerSecond) {
    private static final long SECOND_NS = 1_000_000_000L;

    Schedule {
        if (ratePerSecond < 1 || ratePerSecond > SECOND_NS) {
            throw new BenchmarkException("rate out of range: ratePerSecond=" + ratePerSecond + " limit=" + SECOND_NS);
        }
    }

    /** Returns start + floor(n * 10^9 / rate), exactly, for any n that ends within 292 years. */
    long intendedNs(long n) {
        // Split, so that the product stays below 10^18 for every rate and the fraction never accumulates.
        long seconds = n / ratePerSecond;
        long rest = n % ratePerSecond;
        return startNs + seconds * SECOND_NS + rest * SECOND_NS / ratePerSecond;
    }

    /** Returns how many messages start within a duration. */
    long messagesIn(long durationNs) {
        long seconds = durationNs / SECOND_NS;
        long rest = durationNs % SECOND_NS;
        return seconds * ratePerSecond + rest * ratePerSecond / SECOND_NS;
    }
}
