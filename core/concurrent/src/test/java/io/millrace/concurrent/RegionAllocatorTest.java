package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RegionAllocatorTest {
    private static final int THREADS = 4;
    private static final int EACH = 20_000;

    @ParameterizedTest
    @EnumSource
    void partsOfSeveralThreadsNeverOverlap(RegionStrategy strategy) throws Exception {
        try (RegionAllocator allocator = new RegionAllocator(new RegionOptions(1_024, 65_536, 512, strategy))) {
            long seed = new Random().nextLong();
            List<List<MemorySegment>> parts = allocateInThreads(seed, () -> allocator::allocate);
            assertEachPartHasItsOwnMark(parts, seed);
            RegionCounts counts = allocator.counts();
            long used = parts.stream()
                    .flatMap(List::stream)
                    .mapToLong(part -> (part.byteSize() + 7) & -8)
                    .filter(bytes -> bytes <= 512)
                    .sum();
            // All memory is used, wasted, or the rest of the last region.
            long rest = counts.reservedBytes() - counts.wastedBytes() - used;
            assertTrue(rest >= 0 && rest <= 65_536, "seed=" + seed + " counts=" + counts + " used=" + used);
            assertTrue(counts.oversize() > 0 && counts.regions() > 1, counts.toString());
        }
    }

    @Test
    void partsOfRegionsOfOnesOwnNeverOverlapEither() throws Exception {
        try (RegionAllocator allocator =
                new RegionAllocator(new RegionOptions(1_024, 65_536, 512, RegionStrategy.FETCH_AND_ADD))) {
            long seed = new Random().nextLong();
            assertEachPartHasItsOwnMark(allocateInThreads(seed, () -> allocator.local()::allocate), seed);
            assertEquals(0, allocator.counts().failures());
        }
    }

    @Test
    void regionsDoubleUpToTheLargest() {
        try (RegionAllocator allocator =
                new RegionAllocator(new RegionOptions(64, 256, 64, RegionStrategy.COMPARE_AND_SET))) {
            for (int i = 0; i < 15; i++) {
                allocator.allocate(64);
            }
            // 64 + 128 + 256 + 256 + 256 hold 1 + 2 + 4 + 4 + 4.
            assertEquals(new RegionCounts(5, 960, 0, 0, 0, 0), allocator.counts());
        }
    }

    @Test
    void whatIsLeftOfAFullRegionIsCountedAsWasted() {
        for (RegionStrategy strategy : RegionStrategy.values()) {
            try (RegionAllocator allocator = new RegionAllocator(new RegionOptions(64, 64, 64, strategy))) {
                allocator.allocate(40);
                allocator.allocate(40);
                assertEquals(new RegionCounts(2, 128, 24, 0, 0, 0), allocator.counts(), strategy.toString());
            }
        }
    }

    @Test
    void aThreadThatFindsARegionFullAddsNothingToIt() {
        LongAdder wasted = new LongAdder();
        Region region = new Region(MemorySegment.ofArray(new byte[64]));
        assertEquals(0, region.add(40, wasted));
        assertEquals(Region.FULL, region.add(32, wasted));
        for (int i = 0; i < 1_000; i++) {
            assertEquals(Region.FULL, region.add(32, wasted));
            assertEquals(Region.FULL, region.compareAndSet(32, 0, new LongAdder()));
        }
        assertEquals(40, region.claimedOpaque(), "nothing was claimed in vain");
        assertEquals(24, region.seal());
        assertEquals(0, region.seal());
        assertEquals(0, wasted.sum());
    }

    /**
     * One of two threads that find room for one allocation fails, and counts the bytes that it claimed beyond the end.
     */
    @Test
    void aClaimOverTheEndCountsTheRestAsWastedOnce() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            LongAdder wasted = new LongAdder();
            Region region = new Region(MemorySegment.ofArray(new byte[64]));
            region.add(24, wasted);
            List<Callable<Long>> claims = List.of(() -> region.add(32, wasted), () -> region.add(32, wasted));
            long given = 0;
            long refused = 0;
            try (var threads =
                    Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory())) {
                for (var claim : threads.invokeAll(claims)) {
                    if (claim.get() == Region.FULL) {
                        refused++;
                    } else {
                        assertEquals(24, claim.get());
                        given++;
                    }
                }
            }
            assertEquals(1, given);
            assertEquals(1, refused);
            assertEquals(8, wasted.sum() + region.seal());
            assertTrue(region.claimedOpaque() <= 56 + 32 + 64, "claimed=" + region.claimedOpaque());
        }
    }

    @Test
    void partsAreAlignedZeroAndOfTheSizeAskedFor() {
        try (RegionAllocator allocator = new RegionAllocator(RegionOptions.of(RegionStrategy.FETCH_AND_ADD))) {
            for (int size : new int[] {1, 7, 8, 9, 200_000}) {
                MemorySegment part = allocator.allocate(size);
                assertEquals(size, part.byteSize());
                assertEquals(0, part.address() % 8);
                assertEquals(-1, part.mismatch(MemorySegment.ofArray(new byte[size])));
            }
            assertEquals(1, allocator.counts().oversize());
        }
    }

    @Test
    void useOfFreedMemoryIsAnError() {
        RegionAllocator allocator = new RegionAllocator(RegionOptions.of(RegionStrategy.FETCH_AND_ADD));
        MemorySegment part = allocator.allocate(8);
        allocator.close();
        assertThrows(IllegalStateException.class, () -> part.get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void numbersThatDoNotFitAreRefused() {
        RegionStrategy any = RegionStrategy.FETCH_AND_ADD;
        assertThrows(IllegalArgumentException.class, () -> new RegionOptions(63, 64, 1, any));
        assertThrows(IllegalArgumentException.class, () -> new RegionOptions(64, 63, 1, any));
        assertThrows(IllegalArgumentException.class, () -> new RegionOptions(64, 64, 65, any));
        assertThrows(IllegalArgumentException.class, () -> new RegionOptions(64, 1L << 31, 1, any));
        for (int spins : new int[] {0, -1, 1_000_001}) {
            IllegalArgumentException error = assertThrows(
                    IllegalArgumentException.class, () -> RegionOptions.of(any).withPauseSpins(spins));
            assertTrue(error.getMessage().endsWith(" pauseSpins=" + spins), error.getMessage());
        }
        assertEquals(1_000_000, RegionOptions.of(any).withPauseSpins(1_000_000).pauseSpins());
        try (RegionAllocator allocator = new RegionAllocator(RegionOptions.of(any))) {
            assertThrows(IllegalArgumentException.class, () -> allocator.allocate(0));
            assertThrows(IllegalArgumentException.class, () -> allocator.allocate(Long.MAX_VALUE));
        }
    }

    /** Allocates memory. */
    private interface Source {
        MemorySegment allocate(long bytes);
    }

    private static List<List<MemorySegment>> allocateInThreads(long seed, Callable<Source> sources) throws Exception {
        List<Callable<List<MemorySegment>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            byte mark = (byte) (thread + 1);
            tasks.add(() -> {
                Random random = new Random(seed + mark);
                Source source = sources.call();
                List<MemorySegment> parts = new ArrayList<>();
                for (int i = 0; i < EACH; i++) {
                    MemorySegment part = source.allocate(1 + random.nextInt(i % 1_000 == 0 ? 2_000 : 100));
                    part.fill(mark);
                    parts.add(part);
                }
                return parts;
            });
        }
        List<List<MemorySegment>> parts = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (var future : threads.invokeAll(tasks)) {
                parts.add(future.get());
            }
        }
        return parts;
    }

    private static void assertEachPartHasItsOwnMark(List<List<MemorySegment>> parts, long seed) {
        for (int thread = 0; thread < THREADS; thread++) {
            for (MemorySegment part : parts.get(thread)) {
                for (long i = 0; i < part.byteSize(); i++) {
                    assertEquals(thread + 1, part.get(ValueLayout.JAVA_BYTE, i), () -> "seed=" + seed);
                }
            }
        }
    }
}
