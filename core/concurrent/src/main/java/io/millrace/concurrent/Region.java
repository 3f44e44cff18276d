package io.millrace.concurrent;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.LongAdder;

/**
 * A piece of memory and the number of claimed bytes. The number has 64 bits, and threads add nothing to a region that
 * they see full, so it cannot wrap around however many threads fail to claim.
 */
final class Region extends RegionPadding {
    static final long FULL = -1;

    private final MemorySegment memory;
    private final long size;

    Region(MemorySegment memory) {
        this.memory = memory;
        this.size = memory.byteSize();
    }

    MemorySegment memory() {
        return memory;
    }

    /** Claims by one addition; the thread whose claim exceeds the end adds the rest of the region to {@code wasted}. */
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

    /** Claims by compare-and-set, with a pause of some spins after a failure, or of none. */
    long compareAndSet(long bytes, int pauseSpins, LongAdder failures) {
        while (true) {
            long at = claimedOpaque();
            if (at > size - bytes) {
                return FULL;
            }
            if (compareAndSetClaimed(at, at + bytes)) {
                return at;
            }
            failures.increment();
            for (int i = 0; i < pauseSpins; i++) {
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
