package io.millrace.benchmarks;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Regions of the heap, where the collector has them. Where a reference and the slot that it is stored in lie in one
 * region, G1 skips the last third of what it does for the store. Messages of an application lie all over the heap; a
 * benchmark that makes a queue and one element may have them in one region, or not, as the sizes of a side's arrays
 * have it.
 */
final class HeapRegions {

    /** Small enough to come out of the thread's own buffer, whose rest is given up when it is full. */
    private static final int PIECE = 1024;

    /** As many regions as the thread leaves behind: the one that it was in, and one that it may have begun. */
    private static final int LEFT = 2;

    /** Collections behind which nothing is young, each of them a full one. */
    private static final int COLLECTIONS = 2;

    @SuppressWarnings("UnusedVariable") // keeps the compiler from leaving out what is allocated
    private static volatile Object last;

    private HeapRegions() {}

    /** Has what this thread allocates from now on lie in other regions than what it has allocated before. */
    static void leave() {
        for (long bytes = LEFT * size(); bytes > 0; bytes -= PIECE) {
            last = new byte[PIECE];
        }
        last = null;
    }

    /** Moves all objects there are into the old generation. */
    static void growOld() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
    }

    /** Returns the bytes of a region; 0 where the collector has none of one size. */
    static long size() {
        return Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("G1HeapRegionSize")
                .getValue());
    }
}
