package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.WorkDirectory;
import io.millrace.measure.Comparison;
import io.millrace.measure.RatioInterval;
import io.millrace.measure.Statistics;
import io.millrace.service.Rate;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What a run costs that is observed. In each turn every observer watches a new run of the same topology in the same
 * JVM, in an order by chance, so that the pairs of a turn meet the same moments of the machine and the same compiled
 * code. The ratio of a pair is what the observer leaves of the throughput. The run keeps two processors busy: where
 * there are no more, an observer takes its time from the run, and its processor time is the most that it can cost.
 */
final class ConsoleCost {
    static final String NAME = "console";
    static final String DESCRIPTION =
            "two threads pass numbers through two queues in memory, as fast as they can, while something observes the"
                    + " run; each turn has a run for each observer, in one JVM; a page is a client that reads and"
                    + " confirms each state, in the same JVM and without a browser";

    /** The rate of the source, of which the queues get 500 times as much: more than any machine passes on. */
    private static final long ITEMS_PER_SECOND = 100_000;

    /** A rate that leaves the processors time, for a run that is not measured in earnest. */
    private static final long SMOKE_ITEMS_PER_SECOND = 200;

    private static final long PATIENCE_NS = 180_000_000_000L;
    private static final long SEED = 1;
    private static final double NS_PER_MS = 1e6;
    private static final double KIB = 1 << 10;

    private final long itemsPerSecond;
    private final int warmUps;
    private final int turns;
    private final long leadInMs;
    private final long measuredMs;
    private final int pages;
    private final int memoryRounds;

    private ConsoleCost(
            long itemsPerSecond, int warmUps, int turns, long leadInMs, long measuredMs, int pages, int memoryRounds) {
        this.itemsPerSecond = itemsPerSecond;
        this.warmUps = warmUps;
        this.turns = turns;
        this.leadInMs = leadInMs;
        this.measuredMs = measuredMs;
        this.pages = pages;
        this.memoryRounds = memoryRounds;
    }

    /** Returns the measurement for an effort: a second is four states and one reading of the meters. */
    static ConsoleCost of(Effort effort) {
        return switch (effort) {
            case SMOKE -> new ConsoleCost(SMOKE_ITEMS_PER_SECOND, 0, 2, 5, 50, 4, 1);
            case QUICK -> new ConsoleCost(ITEMS_PER_SECOND, 2, 14, 300, 1_000, 100, 5);
            case FULL -> new ConsoleCost(ITEMS_PER_SECOND, 2, 60, 300, 2_000, 200, 9);
        };
    }

    /**
     * One round.
     *
     * @param rate the messages that arrived, a second
     * @param othersMs the processor time of all threads but those of the run, in milliseconds of a second
     */
    private record Round(double rate, double othersMs) {}

    /** Measures in a directory and returns the table. */
    String measure(Path directory) throws Exception {
        Map<Observer, List<Round>> rounds = new EnumMap<>(Observer.class);
        List<Observer> order = new ArrayList<>(List.of(Observer.values()));
        Random random = new Random(SEED);
        try (SpanSink sink = SpanSink.start()) {
            for (int turn = -warmUps; turn < turns; turn++) {
                Collections.shuffle(order, random);
                for (Observer observer : order) {
                    Round round = round(observer, sink.endpoint(), directory);
                    if (turn >= 0) {
                        rounds.computeIfAbsent(observer, _ -> new ArrayList<>()).add(round);
                    }
                }
            }
        }
        return table(rounds) + System.lineSeparator() + memory(PageMemory.measure(directory, pages, memoryRounds));
    }

    private Round round(Observer observer, URI collector, Path directory) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                ObservedRun run =
                        ObservedRun.start(observer, collector, Rate.perSecond(itemsPerSecond), fresh.path())) {
            if (observer != Observer.PAGE) {
                return watched(observer, run);
            }
            try (OpenPages page = OpenPages.open(run.page(), 1)) {
                await(() -> page.states() > 0, "the page gets no state");
                return watched(observer, run);
            }
        }
    }

    private Round watched(Observer observer, ObservedRun run) throws Exception {
        await(() -> run.arrived() > 0, "no message arrives"); // then all classes of the run are loaded
        Thread.sleep(leadInMs);
        long[] carriers = carriers();
        long startNs = System.nanoTime();
        long before = run.arrived();
        long othersBeforeNs = othersNs(carriers);
        if (observer.hasMeters()) {
            scrape(run.meters());
        }
        long leftMs = measuredMs - (System.nanoTime() - startNs) / 1_000_000;
        Thread.sleep(Math.max(0, leftMs));
        // A short round on a busy machine may have none yet; its time is counted until one has arrived.
        await(() -> run.arrived() > before, "no message arrives in a round observer=" + observer);
        long arrived = run.arrived() - before;
        double seconds = (System.nanoTime() - startNs) / 1e9;
        double othersMs = (othersNs(carriers) - othersBeforeNs) / NS_PER_MS / seconds;
        return new Round(arrived / seconds, othersMs);
    }

    private static void await(BooleanSupplier condition, String otherwise) throws InterruptedException {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new BenchmarkException(otherwise + " waitedNs=" + PATIENCE_NS);
            }
            Thread.sleep(1);
        }
    }

    /** Reads the meters as Prometheus does. */
    private static void scrape(URI meters) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) meters.toURL().openConnection();
        connection.setRequestProperty("Connection", "close"); // the server would wait for it at its end
        try (var body = connection.getInputStream()) {
            if (body.readAllBytes().length == 0) {
                throw new BenchmarkException("there are no meters uri=" + meters);
            }
        } finally {
            connection.disconnect();
        }
    }

    /** Returns the threads that carry the messages. */
    private static long[] carriers() {
        Set<String> names = ObservedRun.threads();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] ids = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(info -> info != null && names.contains(info.getThreadName()))
                .mapToLong(ThreadInfo::getThreadId)
                .toArray();
        if (ids.length != names.size()) {
            throw new BenchmarkException(
                    "the threads of the run are not found names=" + names + " found=" + ids.length);
        }
        return ids;
    }

    private static long othersNs(long... carriers) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long all =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        return all - Arrays.stream(carriers).map(threads::getThreadCpuTime).sum();
    }

    private static String table(Map<Observer, List<Round>> rounds) {
        List<Double> bare = rounds.get(Observer.NONE).stream().map(Round::rate).toList();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "%-30s%14s%9s %20s%20s%n", NAME, "messages, M/s", "cost, %", "95 %", "other CPU, ms/s"));
        rounds.forEach((observer, all) -> {
            List<Double> rates = all.stream().map(Round::rate).toList();
            text.append(String.format(
                    Locale.ROOT,
                    "%-30s%14.2f %29s %19.1f%n",
                    observer.text(),
                    Statistics.median(rates) / 1e6,
                    observer == Observer.NONE ? "" : cost(bare, rates),
                    Statistics.median(all.stream().map(Round::othersMs).toList())));
        });
        return text.toString();
    }

    /** Returns what an observer takes of the throughput, with the interval of the median of the pairs. */
    private static String cost(List<Double> bare, List<Double> observed) {
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < bare.size(); i++) {
            shares.add(observed.get(i) / bare.get(i));
        }
        RatioInterval share = Comparison.ratio(
                        List.of(shares),
                        List.of(Collections.nCopies(shares.size(), 1.0)),
                        (one, other) -> one / other,
                        SEED)
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "%.2f %20s",
                percent(share.ratio()),
                String.format(Locale.ROOT, "%.2f to %.2f", percent(share.highest()), percent(share.lowest())));
    }

    private static double percent(double share) {
        return 100 * (1 - share);
    }

    private String memory(List<Double> bytes) {
        return String.format(
                Locale.ROOT,
                "memory of the server for a page, of %d: median %.1f KiB, least %.1f, most %.1f%n",
                pages,
                Statistics.median(bytes) / KIB,
                Collections.min(bytes) / KIB,
                Collections.max(bytes) / KIB);
    }
}
