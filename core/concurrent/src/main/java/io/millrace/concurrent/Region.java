package io.millrace.concurrent;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.LongAdder;

/**
 * A piece of memory and how much of it is claimed. The count has 64 bits and a region that is seen to be full is not
 * added to, so it cannot come round however many threads are turned away.
 */
final class Region extends RegionEnd {
    static final long FULL = -1;

    private static final int PAUSE = 32;

    private final MemorySegment memory;
    private final long size;

    Region(MemorySegment memory) {
        this.memory = memory;
        this.size = memory.byteSize();
    }

    MemorySegment memory() {
        return memory;
    }

    /** Claims by one addition; the one whose claim goes over the end adds what was left to {@code wasted}. */
    long add(long bytes, LongAdder wasted) {
        if (claimedOpaque() > size - bytes) {
            return FULL;
        }
        long at = getAndAddClaimed(bytes);
        if (at <= size - bytes) {
            return at;
        }
        if (at < size) {
            wasted.add(size - at);
        }
        return FULL;
    }

    /** Claims by compare-and-set, with a pause after a failure or without. */
    long compareAndSet(long bytes, RegionStrategy strategy, LongAdder failures) {
        while (true) {
            long at = claimedOpaque();
            if (at > size - bytes) {
                return FULL;
            }
            if (compareAndSetClaimed(at, at + bytes)) {
                return at;
            }
            failures.increment();
            for (int i = 0; strategy == RegionStrategy.COMPARE_AND_SET_BACKOFF && i < PAUSE; i++) {
                Thread.onSpinWait();
            }
        }
    }

    /** Ends all claims, and returns the number of bytes that were left. */
    long seal() {
        long at = getAndAddClaimed(size);
        return Math.max(0, size - at);
    }
}
