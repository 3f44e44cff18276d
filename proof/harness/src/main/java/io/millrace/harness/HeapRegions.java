package io.millrace.harness;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Regions of the heap, if the collector has them. If a reference and the slot in which it is stored are in one region,
 * G1 skips the last third of its work for the store. Messages of an application are spread over the heap. A benchmark
 * that creates a queue and one element may have both in one region or not, depending on the sizes of a side's arrays.
 */
public final class HeapRegions {

    /** Small enough for the thread's allocation buffer, whose rest is given up when it is full. */
    private static final int PIECE = 1024;

    /**
     * The number of regions that the thread leaves: the one in which it allocated, and one that it may have started.
     */
    private static final int LEFT = 2;

    /** The number of full collections after which no object is young. */
    private static final int COLLECTIONS = 2;

    @SuppressWarnings("UnusedVariable") // keeps the compiler from removing the allocation
    private static volatile Object last;

    private HeapRegions() {}

    /** Makes later allocations of this thread use other regions than its earlier ones. */
    public static void leave() {
        for (long bytes = LEFT * size(); bytes > 0; bytes -= PIECE) {
            last = new byte[PIECE];
        }
        last = null;
    }

    /** Moves all objects into the old generation. */
    public static void growOld() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
    }

    /** Returns the bytes of a region; 0 if the collector has no regions of one size. */
    static long size() {
        return Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("G1HeapRegionSize")
                .getValue());
    }
}
