package io.millrace.benchmarks;

import java.util.Arrays;
import java.util.List;

/** The times of the transactions of one client from when each was intended. Not thread-safe. */
final class LedgerLatencies {
    private final int first;
    private final long[] intendedNs;
    private final long[] tookNs;
    private int count;

    LedgerLatencies(int first, int most) {
        this.first = first;
        this.intendedNs = new long[most];
        this.tookNs = new long[most];
    }

    /** Notes when the next transaction is intended. */
    void intended(long ns) {
        intendedNs[count++] = ns;
    }

    /** Notes that a transaction is carried out now. */
    void carriedOut(int number) {
        int index = number - first;
        if (index >= 0 && index < count) {
            tookNs[index] = System.nanoTime() - intendedNs[index];
        }
    }

    static long[] sorted(List<LedgerLatencies> all) {
        return all.stream()
                .flatMapToLong(each -> Arrays.stream(each.tookNs, 0, each.count))
                .sorted()
                .toArray();
    }
}
