package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.WorkDirectory;
import io.millrace.service.Rate;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How much memory a console takes for a page that is open, in the heap and in buffers outside of it. */
final class PageMemory {
    private static final long RATE = 100;
    private static final int FIRST_PAGES = 8;
    private static final int STATES = 4;
    private static final int COLLECTIONS = 3;
    private static final long PAUSE_MS = 20;
    private static final long LONGEST_MS = 120_000;

    private PageMemory() {}

    /**
     * Measures it.
     *
     * @param directory the directory to work in
     * @param pages how many pages are opened
     * @param rounds how often
     * @return the bytes of one page, by round
     */
    static List<Double> measure(Path directory, int pages, int rounds) throws Exception {
        List<Double> bytes = new ArrayList<>();
        URI nowhere = URI.create("http://127.0.0.1:1/");
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                ObservedRun run = ObservedRun.start(Observer.PAGE, nowhere, Rate.perSecond(RATE), fresh.path());
                OpenPages first = OpenPages.open(run.page(), FIRST_PAGES)) {
            await(first, FIRST_PAGES);
            for (int round = 0; round < rounds; round++) {
                long before = used();
                try (OpenPages more = OpenPages.open(run.page(), pages)) {
                    await(more, pages);
                    bytes.add((double) (used() - before) / pages);
                }
            }
        }
        return bytes;
    }

    /** Waits until pages have confirmed some states each. */
    private static void await(OpenPages pages, int count) throws InterruptedException {
        long endNs = System.nanoTime() + LONGEST_MS * 1_000_000;
        while (pages.states() < (long) STATES * count) {
            if (System.nanoTime() - endNs > 0) {
                throw new BenchmarkException(
                        "pages get no states pages=" + count + " states=" + pages.states() + " waitedMs=" + LONGEST_MS);
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    /** Returns the bytes that are in use after collections. */
    private static long used() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(PAUSE_MS);
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return heap + direct;
    }
}
