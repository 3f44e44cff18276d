package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * The rounds of echoes, the same for every side: a client thread and a server thread in this JVM, connected over
 * loopback. Each round has a new server and a new connection, so that nothing runs between turns.
 */
abstract class EchoWorkload implements Workload {
    private static final int LARGE_BYTES = 1024;
    private static final double MEDIAN = 50;
    private static final double NS_PER_MICRO = 1e3;

    /** Each leaves a port that the system reuses only after a second. */
    private static final long MOST_CONNECTIONS = 4_000;

    /** Sends messages over one connection until there are no more. */
    abstract void keep(int sizeBytes, EchoTrips trips) throws Exception;

    /** Sends each message over a new connection, of which the time includes opening and closing it. */
    abstract void reconnect(int sizeBytes, EchoTrips trips) throws Exception;

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        int stage = 0;
        for (int sizeBytes : NetSuite.SIZES) {
            Turn.stage(stage++);
            List<String> names = NetSuite.rateNames(sizeBytes);
            if (figures.isWanted(names)) {
                List<Histogram> rounds = kept(sizeBytes, effort, () -> atRate(effort));
                for (int i = 0; i < names.size(); i++) {
                    report(names.get(i), NetSuite.PERCENTILES.get(i), rounds, figures);
                }
            }
            Turn.stage(stage++);
            String name = NetSuite.oneInFlight(sizeBytes);
            if (figures.isWanted(name)) {
                report(name, MEDIAN, kept(sizeBytes, effort, () -> alone(effort, Long.MAX_VALUE)), figures);
            }
        }
        Turn.stage(stage);
        if (hasConnections() && figures.isWanted(NetSuite.NEW_CONNECTION)) {
            report(NetSuite.NEW_CONNECTION, MEDIAN, reconnected(effort), figures);
        }
    }

    /** Returns whether this side connects, so that a connection for each message makes sense. */
    boolean hasConnections() {
        return true;
    }

    private static EchoTrips atRate(Effort effort) {
        return EchoTrips.atRate(NetSuite.RATE, effort.leadInNs() / 2, effort.latencyNs() / effort.latencyRounds());
    }

    private static EchoTrips alone(Effort effort, long mostMessages) {
        return EchoTrips.oneInFlight(
                effort.leadInNs() / 2, effort.latencyNs() / effort.latencyRounds() / 2, mostMessages);
    }

    private List<Histogram> kept(int sizeBytes, Effort effort, Supplier<EchoTrips> newTrips) throws Exception {
        if (sizeBytes < Long.BYTES || sizeBytes > LARGE_BYTES) {
            throw new BenchmarkException("a message has 8 to " + LARGE_BYTES + " bytes sizeBytes=" + sizeBytes);
        }
        List<Histogram> rounds = new ArrayList<>();
        for (int round = 0; round < effort.latencyRounds(); round++) {
            Turn.next();
            EchoTrips trips = newTrips.get();
            keep(sizeBytes, trips);
            rounds.add(trips.latencies());
        }
        return rounds;
    }

    private List<Histogram> reconnected(Effort effort) throws Exception {
        List<Histogram> rounds = new ArrayList<>();
        for (int round = 0; round < effort.latencyRounds(); round++) {
            Turn.next();
            EchoTrips trips = alone(effort, MOST_CONNECTIONS);
            reconnect(NetSuite.SIZES.getFirst(), trips);
            rounds.add(trips.latencies());
        }
        return rounds;
    }

    private static void report(String name, double percentile, List<Histogram> rounds, Figures figures) {
        figures.report(
                name,
                rounds.stream()
                        .map(round -> round.getValueAtPercentile(percentile) / NS_PER_MICRO)
                        .toList());
    }
}
