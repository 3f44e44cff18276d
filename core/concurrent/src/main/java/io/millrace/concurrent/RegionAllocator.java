package io.millrace.concurrent;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Allocates off-heap memory that is freed all at once: every allocation advances the end of a region, a full region is
 * followed by one twice as large, and {@link #close()} frees them all.
 *
 * <p>For any number of threads, which share the current region as {@link RegionStrategy} says. Threads that allocate
 * much may have regions of their own by {@link #local()}: they do not contend, and the rest of each region is wasted.
 * Memory is zero, and aligned to 8 bytes.
 */
public final class RegionAllocator implements AutoCloseable {
    private static final long ALIGNMENT = 8;

    private final Arena arena = Arena.ofShared();
    private final RegionOptions options;
    private final ReentrantLock growing = new ReentrantLock();
    private final LongAdder failures = new LongAdder();
    private final LongAdder wasted = new LongAdder();
    private final LongAdder oversize = new LongAdder();
    private final LongAdder oversizeBytes = new LongAdder();
    private final LongAdder regions = new LongAdder();
    private final LongAdder reservedBytes = new LongAdder();
    private volatile Region current;

    /** Creates an allocator, which reserves memory only for the first allocation. */
    public RegionAllocator(RegionOptions options) {
        this.options = options;
    }

    /**
     * Returns memory of a size.
     *
     * @param sizeBytes from 1
     * @throws IllegalArgumentException if the size is not positive
     * @throws IllegalStateException if the allocator is closed
     * @throws OutOfMemoryError if the system has no memory; the allocator is unchanged
     */
    public MemorySegment allocate(long sizeBytes) {
        long bytes = aligned(sizeBytes);
        if (bytes > options.oversizeBytes()) {
            return allocateApart(sizeBytes, bytes);
        }
        while (true) {
            Region region = current;
            long at = region == null ? Region.FULL : claim(region, bytes);
            if (at != Region.FULL) {
                return region.memory().asSlice(at, sizeBytes);
            }
            follow(region);
        }
    }

    /** Returns a view with its own regions for one thread, the first that allocates by it. */
    public LocalRegions local() {
        return new LocalRegions(this);
    }

    private static long aligned(long sizeBytes) {
        if (sizeBytes < 1 || sizeBytes > Long.MAX_VALUE - ALIGNMENT) {
            throw new IllegalArgumentException("invalid size sizeBytes=" + sizeBytes);
        }
        return (sizeBytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    private long claim(Region region, long bytes) {
        return switch (options.strategy()) {
            case FETCH_AND_ADD -> region.add(bytes, wasted);
            case COMPARE_AND_SET -> region.compareAndSet(bytes, 0, failures);
            case COMPARE_AND_SET_BACKOFF -> region.compareAndSet(bytes, options.pauseSpins(), failures);
        };
    }

    private MemorySegment allocateApart(long sizeBytes, long bytes) {
        MemorySegment memory = arena.allocate(bytes, ALIGNMENT).asSlice(0, sizeBytes);
        oversize.increment();
        oversizeBytes.add(bytes);
        return memory;
    }

    /** Replaces a full region by a new one, unless another thread has done so. */
    private void follow(Region full) {
        growing.lock();
        try {
            if (current == full) {
                Region next = region(full == null ? 0 : full.memory().byteSize());
                current = next;
                if (full != null) {
                    wasted.add(full.seal());
                }
            }
        } finally {
            growing.unlock();
        }
    }

    /** Returns a new region that follows one of a size; 0 for the first. */
    private Region region(long lastBytes) {
        long bytes = lastBytes == 0 ? options.firstBytes() : Math.min(options.largestBytes(), 2 * lastBytes);
        Region region = new Region(arena.allocate(bytes, ALIGNMENT));
        regions.increment();
        reservedBytes.add(bytes);
        return region;
    }

    /** Returns counts since the creation; exact while no thread is allocating. */
    public RegionCounts counts() {
        return new RegionCounts(
                regions.sum(), reservedBytes.sum(), wasted.sum(), oversize.sum(), oversizeBytes.sum(), failures.sum());
    }

    /** Frees all memory. Later accesses throw {@link IllegalStateException}. */
    @Override
    public void close() {
        arena.close();
    }

    /**
     * Regions of one thread, freed with those of the allocator that they come from. The first thread that allocates is
     * the owner until it calls {@link #handOver()} or ends, see {@link ThreadOwner}.
     */
    public static final class LocalRegions {
        private final RegionAllocator shared;
        private final ThreadOwner owner = new ThreadOwner("LocalRegions", "RegionAllocator", OwnerCheck.ON);
        private MemorySegment memory;
        private long claimed;

        private LocalRegions(RegionAllocator shared) {
            this.shared = shared;
        }

        /**
         * Returns memory of a size, as {@link RegionAllocator#allocate} does.
         *
         * @throws WrongThreadException if another thread is the owner
         */
        public MemorySegment allocate(long sizeBytes) {
            owner.check();
            long bytes = aligned(sizeBytes);
            if (bytes > shared.options.oversizeBytes()) {
                return shared.allocateApart(sizeBytes, bytes);
            }
            if (memory == null || claimed > memory.byteSize() - bytes) {
                MemorySegment next =
                        shared.region(memory == null ? 0 : memory.byteSize()).memory();
                shared.wasted.add(memory == null ? 0 : memory.byteSize() - claimed);
                memory = next;
                claimed = 0;
            }
            MemorySegment part = memory.asSlice(claimed, sizeBytes);
            claimed += bytes;
            return part;
        }

        /**
         * Leaves these regions without an owner; the next thread that allocates becomes the owner.
         *
         * @throws WrongThreadException if another thread is the owner
         */
        public void handOver() {
            owner.handOver();
        }
    }
}
