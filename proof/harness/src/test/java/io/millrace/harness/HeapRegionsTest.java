package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class HeapRegionsTest {

    @Test
    void aThreadThatLeavesARegionHasAllocatedMoreThanFitsIntoOne() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        HeapRegions.leave();

        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated >= 2 * HeapRegions.size(), () -> "allocated " + allocated + " bytes");
    }

    @Test
    void onlyTheCollectorThatHasRegionsOfOneSizeHasOne() {
        boolean isG1 = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .anyMatch(name -> name.startsWith("G1"));

        assertEquals(isG1, HeapRegions.size() > 0);
    }
}
