package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The rounds of a server for clients. Each has a new server, so that nothing runs between turns. */
abstract class ClientsWorkload implements Workload {
    private static final double NS_PER_MICRO = 1e3;
    private static final double PER_SECOND_IN_THOUSANDS = 1e6;
    private static final int SMOKE_FOLLOWERS = 10;

    /** Starts a server in an empty directory. */
    abstract ClientsServer start(Path directory) throws Exception;

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        int stage = 0;
        for (ClientsSuite.Wire wire : ClientsSuite.Wire.values()) {
            Turn.stage(stage++);
            if (hasClients() && figures.isWanted(ClientsSuite.oneInFlight(wire), ClientsSuite.manyInFlight(wire))) {
                requests(wire, effort, directory, figures);
            }
        }
        for (int followers : ClientsSuite.FOLLOWERS) {
            Turn.stage(stage++);
            if (hasClients() && figures.isWanted(ClientsSuite.fanOut(followers))) {
                fanOut(followers, effort, directory, figures, this::start);
            }
        }
        Turn.stage(stage);
        beside(effort, directory, figures);
    }

    /** Returns whether clients can connect to this side. */
    boolean hasClients() {
        return true;
    }

    /** Measures appends beside followers, where this side has those cases. */
    void beside(Effort effort, Path directory, Figures figures) throws Exception {}

    private void requests(ClientsSuite.Wire wire, Effort effort, Path directory, Figures figures) throws Exception {
        try (WorkDirectory work = WorkDirectory.create(directory)) {
            measure(
                    effort,
                    figures,
                    ClientsSuite.oneInFlight(wire),
                    ClientsSuite.manyInFlight(wire),
                    () -> ServedRequests.connect(start(Files.createTempDirectory(work.path(), "round")), wire));
        }
    }

    /** Measures requests one by one and many at a time, each round with a new client and a new server. */
    static void measure(Effort effort, Figures figures, String one, String many, Callable<Requests> start)
            throws Exception {
        List<Double> medians = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        long measuredNs = effort.latencyNs() / effort.latencyRounds() / 2;
        for (int round = -1; round < effort.latencyRounds(); round++) {
            Turn.next();
            try (Requests requests = start.call()) {
                var _ = requests.oneByOne(effort.leadInNs() / 2);
                double median = requests.oneByOne(measuredNs).getValueAtPercentile(50) / NS_PER_MICRO;
                var _ = requests.inWindow(effort.leadInNs() / 2);
                double rate = requests.inWindow(measuredNs) / 1e3;
                if (round >= 0) {
                    medians.add(median);
                    rates.add(rate);
                }
            }
        }
        figures.report(one, medians);
        figures.report(many, rates);
    }

    /** Starts a server in an empty directory. */
    interface Start {
        ClientsServer server(Path directory) throws Exception;
    }

    /** Measures messages to all followers over WebSocket, each round with a new server. */
    static void fanOut(int most, Effort effort, Path directory, Figures figures, Start start) throws Exception {
        int followers = effort == Effort.SMOKE ? Math.min(SMOKE_FOLLOWERS, most) : most;
        long messages = Math.max(10, effort.roundMessages() / 25 / followers);
        List<Double> rates = new ArrayList<>();
        for (int round = -1; round < effort.measuredRounds(); round++) {
            Turn.next();
            try (WorkDirectory fresh = WorkDirectory.create(directory);
                    ClientsServer server = start.server(fresh.path());
                    FollowerSockets all =
                            FollowerSockets.live(server.address(ClientsSuite.Wire.WEB_SOCKET), followers)) {
                long startNs = System.nanoTime();
                server.fanOut(messages);
                all.await(followers + followers * messages);
                double elapsedNs = System.nanoTime() - startNs;
                if (round >= 0) {
                    rates.add(followers * messages / elapsedNs * PER_SECOND_IN_THOUSANDS);
                }
            }
        }
        figures.report(ClientsSuite.fanOut(most), rates);
    }
}
