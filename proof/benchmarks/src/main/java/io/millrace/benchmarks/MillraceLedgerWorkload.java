package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import io.millrace.ledger.LedgerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Seats of the ledger in this process, or each in its own. */
public final class MillraceLedgerWorkload implements Workload {
    private static final long IDLE_GAP_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final double NS_A_MS = 1e6;
    private static final int PERCENT = 100;

    /** Creates the workload; a fork calls this. */
    public MillraceLedgerWorkload() {}

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        for (LedgerCase load : LedgerSuite.loads(effort)) {
            if (figures.isWanted(load.name(), load.cost().name())) {
                Turn.next();
                LedgerRun run = saturated(load, effort, directory);
                report(load.name(), run, figures);
                figures.report(load.cost().name(), run.costUs());
            }
        }
        if (figures.isWanted(LedgerSuite.LATENCIES)) {
            Turn.next();
            latencies(effort, directory, figures);
        }
        if (figures.isWanted(LedgerSuite.MESSAGE, LedgerSuite.FORCE)) {
            Turn.next();
            int count = LedgerSuite.latencies(effort);
            try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                figures.report(LedgerSuite.MESSAGE, MachineTimes.messageUs(PERCENT * count));
                figures.report(
                        LedgerSuite.FORCE, MachineTimes.forceUs(fresh.path().resolve("forced"), count));
            }
        }
    }

    private static void report(String name, LedgerRun run, Figures figures) {
        figures.report(name, run.callsPerSecond());
        run.parts().forEach((part, value) -> figures.reportPart(name, part, List.of(value)));
    }

    private static LedgerConfig ledger(Path directory, int seats) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        try {
            for (int seat = 0; seat < seats; seat++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                addresses.add("127.0.0.1:" + socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        return LedgerConfig.init(directory, addresses, System.currentTimeMillis());
    }

    private static LedgerRun saturated(LedgerCase settings, Effort effort, Path directory) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            Path path = fresh.path().resolve("ledger");
            LedgerConfig config = ledger(path, settings.seats());
            if (settings.processes()) {
                return inProcesses(path, settings, effort);
            }
            List<Integer> seats = IntStream.range(0, settings.seats()).boxed().toList();
            try (LedgerLoad load = new LedgerLoad(config, seats, settings)) {
                return LedgerRun.of(load, settings, LedgerSuite.leadInNs(effort), LedgerSuite.measuredNs(effort));
            }
        }
    }

    private static LedgerRun inProcesses(Path ledger, LedgerCase settings, Effort effort) throws Exception {
        List<OtherEnd> seats = new ArrayList<>();
        try (ExecutorService asking = Executors.newFixedThreadPool(settings.seats())) {
            for (int seat = 0; seat < settings.seats(); seat++) {
                seats.add(OtherEnd.start(LedgerSeatMain.class, LedgerSeatMain.arguments(ledger, seat, settings)));
            }
            String order = "run " + LedgerSuite.leadInNs(effort) + " " + LedgerSuite.measuredNs(effort);
            List<Future<String>> answers = new ArrayList<>();
            seats.forEach(seat -> answers.add(asking.submit(() -> seat.ask(order))));
            List<LedgerRun> runs = new ArrayList<>();
            for (Future<String> answer : answers) {
                runs.add(LedgerRun.parse(answer.get()));
            }
            return LedgerRun.together(runs);
        } catch (ExecutionException e) {
            throw new BenchmarkException("a seat has failed", e);
        } finally {
            for (OtherEnd seat : seats) {
                seat.close();
            }
        }
    }

    private static void latencies(Effort effort, Path directory, Figures figures) throws IOException {
        LedgerCase settings = LedgerCase.of(4, LedgerCrypto.FULL, 1, PERCENT);
        int count = LedgerSuite.latencies(effort);
        int loaded = (int) (effort.latencyNs() * LedgerSuite.RATE / TimeUnit.SECONDS.toNanos(1));
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            LedgerConfig config = ledger(fresh.path().resolve("ledger"), settings.seats());
            try (LedgerLoad load = new LedgerLoad(config, List.of(0, 1, 2, 3), settings)) {
                load.prepare(3 * (loaded + count));
                load.awaitCommits();
                long rateNs = TimeUnit.SECONDS.toNanos(1) / LedgerSuite.RATE;
                load.latencies(rateNs, loaded); // compiles
                long[] idle = load.latencies(IDLE_GAP_NS, count);
                figures.report(LedgerSuite.IDLE_P50, percentile(idle, 50));
                figures.report(LedgerSuite.IDLE_P99, percentile(idle, 99));
                long[] busy = load.latencies(rateNs, loaded);
                figures.report(LedgerSuite.LOADED_P50, percentile(busy, 50));
                figures.report(LedgerSuite.LOADED_P99, percentile(busy, 99));
            }
        }
    }

    private static double percentile(long[] sorted, int percent) {
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / PERCENT)] / NS_A_MS;
    }
}
