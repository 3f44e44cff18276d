package io.millrace.ledger.bftsmart;

import bftsmart.tom.server.defaultservices.DiskStateLog;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Four replicas and their clients in this process: calls a second at full load, and times of calls. */
public final class BftSmartWorkload implements Workload {
    /** The warm-up is so many times as long as ours, since the library needs seconds until its code is compiled. */
    private static final int WARM_UP = 6;

    private static final long IDLE_GAP_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MEDIAN = 50;
    private static final int NEARLY_ALL = 99;

    private final long leadInNs;
    private final long measuredNs;
    private final int idleCalls;
    private final long rate;

    /**
     * Creates the workload.
     *
     * @param leadInNs how long a run of ours goes before it counts
     * @param measuredNs how long a run counts
     * @param idleCalls how many calls are timed on an idle machine
     * @param rate calls a second at which others are timed
     */
    public BftSmartWorkload(long leadInNs, long measuredNs, int idleCalls, long rate) {
        this.leadInNs = leadInNs;
        this.measuredNs = measuredNs;
        this.idleCalls = idleCalls;
        this.rate = rate;
    }

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        for (Variant variant : Variant.values()) {
            String calls = variant.text() + ", calls";
            List<String> times = List.of(
                    variant.text() + ", idle p50",
                    variant.text() + ", idle p99",
                    variant.text() + ", loaded p50",
                    variant.text() + ", loaded p99");
            String cost = variant.text() + ", processor time";
            if (figures.isWanted(calls, cost) || figures.isWanted(times)) {
                Turn.next();
                measure(variant, List.of(calls, cost), times, figures);
            }
        }
    }

    private void measure(Variant variant, List<String> calls, List<String> times, Figures figures) throws Exception {
        Path log = log();
        try (Cluster cluster = Cluster.start(variant);
                CallLoad load = new CallLoad(cluster, variant)) {
            load.saturate(WARM_UP * leadInNs);
            if (figures.isWanted(calls)) {
                CallLoad.Run run = load.saturate(measuredNs);
                figures.report(calls.getFirst(), run.callsPerSecond());
                figures.reportPart(calls.getFirst(), "calls a batch", List.of(run.callsOfBatch()));
                figures.report(calls.getLast(), run.costUs());
            }
            if (figures.isWanted(times)) {
                long gapNs = TimeUnit.SECONDS.toNanos(1) / rate;
                int loaded = (int) (measuredNs / gapNs);
                load.latencies(gapNs, loaded); // compiles
                Latencies idle = load.latencies(IDLE_GAP_NS, idleCalls);
                figures.report(times.get(0), idle.percentileMs(MEDIAN));
                figures.report(times.get(1), idle.percentileMs(NEARLY_ALL));
                Latencies busy = load.latencies(gapNs, loaded);
                figures.report(times.get(2), busy.percentileMs(MEDIAN));
                figures.report(times.get(3), busy.percentileMs(NEARLY_ALL));
            }
            if (variant.log() == Variant.Log.FORCED) {
                checkLogs(log);
            }
        } finally {
            delete(log);
        }
    }

    /** Makes the folder of the library's logs, which is always in the process's working directory. */
    private static Path log() throws IOException {
        Path log = Path.of(DiskStateLog.DEFAULT_DIR);
        try {
            return Files.createDirectory(log);
        } catch (FileAlreadyExistsException e) {
            throw new BenchmarkException("replicas would read the logs of others path=" + log.toAbsolutePath(), e);
        }
    }

    private static void checkLogs(Path log) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(log, "*.log")) {
            Set<String> written = new TreeSet<>();
            for (Path file : files) {
                if (Files.size(file) > 0) {
                    written.add(file.getFileName().toString().split("\\.", 2)[0]);
                }
            }
            if (written.size() < Cluster.REPLICAS) {
                throw new BenchmarkException("replicas have written no log written=" + written);
            }
        }
    }

    private static void delete(Path log) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(log)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(log);
    }
}
