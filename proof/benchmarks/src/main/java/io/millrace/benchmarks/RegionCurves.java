package io.millrace.benchmarks;

import io.millrace.concurrent.RegionAllocator;
import io.millrace.concurrent.RegionOptions;
import io.millrace.concurrent.RegionStrategy;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.measure.Statistics;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How long threads take to fill regions of memory together, and how often their compare-and-set fails, by the number of
 * threads and the strategy of sharing. The strategies are measured in turns, and the median of the rounds counts.
 * Threads are not bound to processors.
 */
final class RegionCurves {
    static final String NAME = "regions";
    static final int[] THREADS = {1, 2, 4, 8, 16, 32};

    /** The lengths of the back-off's pause, in spins. */
    static final int[] PAUSES = {1, 4, 16, 32, 64, 256, 1_024, 4_096};

    /** The number of threads for which the pauses are compared. */
    static final int PAUSED_THREADS = 8;

    private static final int PART_BYTES = 64;
    private static final long REGION_BYTES = 1 << 20;

    /** The strategies of sharing, and {@link #OWN_REGIONS}, where threads do not share. */
    enum Way {
        FETCH_AND_ADD("fetch-and-add", RegionStrategy.FETCH_AND_ADD),
        COMPARE_AND_SET("compare-and-set", RegionStrategy.COMPARE_AND_SET),
        BACKOFF("compare-and-set, back-off", RegionStrategy.COMPARE_AND_SET_BACKOFF),
        OWN_REGIONS("regions of their own", RegionStrategy.FETCH_AND_ADD);

        private final String text;
        private final RegionStrategy strategy;

        Way(String text, RegionStrategy strategy) {
            this.text = text;
            this.strategy = strategy;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * One point of the curves.
     *
     * @param threads the number of threads
     * @param nsPerPart time from the start to the end of the last thread, for each part allocated by any thread
     * @param failuresPerThousand failed compare-and-sets per thousand parts
     */
    record Point(int threads, double nsPerPart, double failuresPerThousand) {}

    /**
     * One length of the back-off's pause.
     *
     * @param spins the length
     * @param pauseNs how long that takes on this machine, while nothing is claimed
     * @param point what threads took with it
     */
    record Pause(int spins, double pauseNs, Point point) {}

    private final int parts;
    private final int rounds;

    private RegionCurves(int parts, int rounds) {
        this.parts = parts;
        this.rounds = rounds;
    }

    static RegionCurves of(Effort effort) {
        return switch (effort) {
            case SMOKE -> new RegionCurves(1_000, 1);
            case QUICK -> new RegionCurves(1 << 18, 7);
            case FULL -> new RegionCurves(1 << 21, 15);
        };
    }

    /** Returns the points of each strategy, by threads. */
    Map<Way, List<Point>> measure() throws InterruptedException {
        Map<Way, List<Point>> curves = new EnumMap<>(Way.class);
        for (int threads : THREADS) {
            Map<Way, List<Double>> times = new EnumMap<>(Way.class);
            Map<Way, List<Double>> failures = new EnumMap<>(Way.class);
            for (int round = -1; round < rounds; round++) {
                for (Way way : Way.values()) {
                    Point point = fill(way, threads);
                    if (round >= 0) {
                        times.computeIfAbsent(way, any -> new ArrayList<>()).add(point.nsPerPart());
                        failures.computeIfAbsent(way, any -> new ArrayList<>()).add(point.failuresPerThousand());
                    }
                }
            }
            for (Way way : Way.values()) {
                curves.computeIfAbsent(way, any -> new ArrayList<>())
                        .add(new Point(
                                threads, Statistics.median(times.get(way)), Statistics.median(failures.get(way))));
            }
        }
        return curves;
    }

    /** Returns what {@link #PAUSED_THREADS} threads take with each length of the pause, measured in turns. */
    List<Pause> measurePauses() throws InterruptedException {
        Map<Integer, List<Point>> points = new TreeMap<>();
        for (int round = -1; round < rounds; round++) {
            for (int spins : PAUSES) {
                Point point = fill(Way.BACKOFF, PAUSED_THREADS, spins);
                if (round >= 0) {
                    points.computeIfAbsent(spins, any -> new ArrayList<>()).add(point);
                }
            }
        }
        List<Pause> pauses = new ArrayList<>();
        points.forEach((spins, all) -> pauses.add(new Pause(
                spins,
                pauseNs(spins),
                new Point(
                        PAUSED_THREADS,
                        Statistics.median(all.stream().map(Point::nsPerPart).toList()),
                        Statistics.median(
                                all.stream().map(Point::failuresPerThousand).toList())))));
        return pauses;
    }

    private double pauseNs(int spins) {
        long repeats = Math.max(1, parts / spins);
        long startNs = System.nanoTime();
        for (long i = 0; i < repeats * spins; i++) {
            Thread.onSpinWait();
        }
        return (double) (System.nanoTime() - startNs) / repeats;
    }

    private Point fill(Way way, int threads) throws InterruptedException {
        return fill(way, threads, RegionOptions.of(way.strategy).pauseSpins());
    }

    private Point fill(Way way, int threads, int pauseSpins) throws InterruptedException {
        RegionOptions options = new RegionOptions(REGION_BYTES, REGION_BYTES, PART_BYTES, way.strategy, pauseSpins);
        try (RegionAllocator allocator = new RegionAllocator(options);
                ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            CountDownLatch ready = new CountDownLatch(threads);
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(() -> {
                    ready.countDown();
                    ready.await();
                    long startNs = System.nanoTime();
                    allocate(way, allocator, parts / threads);
                    return startNs;
                });
            }
            long firstNs = Long.MAX_VALUE;
            for (Future<Long> task : executor.invokeAll(tasks)) {
                firstNs = Math.min(firstNs, task.get());
            }
            long elapsedNs = System.nanoTime() - firstNs;
            int all = parts / threads * threads;
            return new Point(
                    threads, (double) elapsedNs / all, 1e3 * allocator.counts().failures() / all);
        } catch (ExecutionException e) {
            throw new BenchmarkException("a thread that fills regions failed", e.getCause());
        }
    }

    private static void allocate(Way way, RegionAllocator allocator, int count) {
        long bytes = 0;
        if (way == Way.OWN_REGIONS) {
            RegionAllocator.LocalRegions local = allocator.local();
            for (int i = 0; i < count; i++) {
                bytes += local.allocate(PART_BYTES).byteSize();
            }
        } else {
            for (int i = 0; i < count; i++) {
                MemorySegment part = allocator.allocate(PART_BYTES);
                bytes += part.byteSize();
            }
        }
        if (bytes != (long) PART_BYTES * count) {
            throw new BenchmarkException("allocated parts have another size bytes=" + bytes + " count=" + count);
        }
    }

    /** Returns the pauses as a table. */
    static String pauseTable(List<Pause> pauses) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-28s %8s %10s %14s %22s%n",
                "back-off, " + PAUSED_THREADS + " threads",
                "spins",
                "pause ns",
                "ns a part",
                "failures a thousand"));
        for (Pause pause : pauses) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-28s %8d %10.0f %14.1f %22.2f%n",
                    Way.BACKOFF,
                    pause.spins(),
                    pause.pauseNs(),
                    pause.point().nsPerPart(),
                    pause.point().failuresPerThousand()));
        }
        return text.toString();
    }

    /** Returns the points as a table. */
    static String table(Map<Way, List<Point>> curves) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "%-28s %8s %14s %22s%n", NAME, "threads", "ns a part", "failures a thousand"));
        curves.forEach((way, points) -> points.forEach(point -> text.append(String.format(
                Locale.ROOT,
                "%-28s %8d %14.1f %22.2f%n",
                way,
                point.threads(),
                point.nsPerPart(),
                point.failuresPerThousand()))));
        return text.toString();
    }
}
