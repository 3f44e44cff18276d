package io.millrace.benchmarks;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.harness.BatchTimes;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.ServerProcess;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import io.millrace.measure.Rate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The steps of the FIX suite, the same for every side. A buffer of orders, each a little different from the one before,
 * is decoded again and again; the sum over what was read is compared with what was written. Then, for each duty and
 * round, a new process of the side's server gets orders from the client of this one.
 */
abstract class FixWorkload implements Workload {

    private static final int BATCH = 256;
    private static final long QUICK_MS = 500;
    private static final long START_NS = 1_772_438_400_000_000_000L;
    private static final int PRICE = 12_500;
    private static final double NS_PER_MICRO = 1e3;
    static final int OUTSTANDING = 200;

    /** Outstanding orders of each of many sessions. */
    private static final int EACH = 10;

    final Map<String, List<Double>> rounds = new LinkedHashMap<>();
    final FixDictionary dictionary = FixServers.dictionary();

    /** Returns the decoder; empty if the side has none. */
    abstract Optional<FixDecoder> decoder();

    /** Returns whether the side has a server for a duty. */
    abstract boolean has(FixDuty duty);

    /** Returns the class of the server. */
    abstract String server();

    /** Returns the class of the server that answers a quote by an order; empty if the side has none. */
    Optional<String> tickServer() {
        return Optional.empty();
    }

    /** Returns the flags of the server's JVM, with its class path. */
    List<String> jvm(FixDuty duty) {
        return List.of("-cp", System.getProperty("java.class.path"));
    }

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        Optional<FixDecoder> decoder = decoder();
        if (decoder.isPresent() && figures.isWanted(FixSuite.DECODE, FixSuite.ALLOCATED)) {
            decode(decoder.get(), effort, figures);
        }
        int stage = 0;
        for (FixDuty duty : FixDuty.values()) {
            Turn.stage(stage++);
            if (has(duty) && figures.isWanted(FixSuite.names(duty, effort))) {
                rounds(effort, directory, figures, work -> round(duty, effort, work, figures));
            }
        }
        Turn.stage(stage++);
        if (tickServer().isPresent() && figures.isWanted(FixSuite.TICK_TO_TRADE)) {
            rounds(effort, directory, figures, work -> ticks(tickServer().get(), effort, work));
        }
        Turn.stage(stage++);
        if (initiates()
                && figures.isWanted(FixSuite.INITIATED_P50, FixSuite.INITIATED_P99, FixSuite.INITIATED_OUTSTANDING)) {
            rounds(effort, directory, figures, work -> initiated(effort, work));
        }
        Turn.stage(stage);
        more(effort, directory, figures);
    }

    /** One round, with a new server, in a directory of its own. */
    interface Round {
        void run(Path directory) throws IOException, InterruptedException;
    }

    final void rounds(Effort effort, Path directory, Figures figures, Round each)
            throws IOException, InterruptedException {
        rounds.clear();
        for (int round = 0; round < FixSuite.rounds(effort); round++) {
            Turn.next();
            try (WorkDirectory work = WorkDirectory.create(directory)) {
                each.run(work.path());
            }
        }
        rounds.forEach(figures::report);
    }

    /** Measures the time from quotes to orders of a new server. */
    private void ticks(String server, Effort effort, Path directory) throws IOException, InterruptedException {
        List<String> arguments = List.of(FixDuty.RECORDED.text(), "1");
        long first;
        try (ServerProcess process = ServerProcess.start(jvm(FixDuty.RECORDED), server, directory, arguments)) {
            Path overlay = directory.resolve("client-" + FixServers.TICKS);
            try (InputStream in = FixWorkload.class.getResourceAsStream(FixServers.TICKS)) {
                Files.copy(in, overlay);
            }
            try (FixClient client = FixClient.logOn(
                    process.port(), FixServers.client(0), FixClient.Kind.QUOTES, dictionary.overlaid(overlay))) {
                var _ = FixLoad.outstanding(client, OUTSTANDING, FixSuite.warmUpNs(effort), Long.MAX_VALUE);
                long leadInNs = FixSuite.rateLeadInNs(effort);
                first = client.answered() + Rate.perSecond(FixSuite.TICKS).countWithin(leadInNs);
                Histogram latencies = FixLoad.atRate(client, FixSuite.TICKS, leadInNs, FixSuite.measuredNs(effort));
                for (int i = 0; i < FixSuite.TICK_TO_TRADE.size(); i++) {
                    double valueNs = latencies.getValueAtPercentile(FixSuite.TICK_PERCENTILES.get(i));
                    add(FixSuite.TICK_TO_TRADE.get(i), valueNs / NS_PER_MICRO);
                }
            } catch (IOException | RuntimeException e) {
                throw new BenchmarkException("a round has failed ticks " + process.state(), e);
            }
        }
        Path data = directory.resolve(TickServer.DATA);
        if (Files.isDirectory(data.resolve(TickServer.TICKS))) { // a bare socket keeps nothing
            Histogram services = TickHistory.services(data, first);
            add(FixSuite.TICK_SERVICES, services.getValueAtPercentile(50) / NS_PER_MICRO);
        }
    }

    /** Returns whether the server can be an initiator too, by its third argument. */
    boolean initiates() {
        return false;
    }

    /** Measures a new server that connects to the client. */
    private void initiated(Effort effort, Path directory) throws IOException, InterruptedException {
        try (ServerSocketChannel listens =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            String port = Integer.toString(listens.socket().getLocalPort());
            List<String> arguments = List.of(FixDuty.RECORDED.text(), "1", port);
            try (ServerProcess server = ServerProcess.start(jvm(FixDuty.RECORDED), server(), directory, arguments);
                    FixClient client = FixClient.accept(listens, FixServers.client(0), dictionary)) {
                initiated(effort, server, client);
            }
        }
    }

    private void initiated(Effort effort, ServerProcess server, FixClient client) throws IOException {
        try {
            var _ = FixLoad.outstanding(client, OUTSTANDING, FixSuite.warmUpNs(effort), Long.MAX_VALUE);
            long measuredNs = FixSuite.measuredNs(effort);
            Histogram latencies =
                    FixLoad.atRate(client, FixSuite.INITIATED_RATE, FixSuite.rateLeadInNs(effort), measuredNs);
            add(FixSuite.INITIATED_P50, latencies.getValueAtPercentile(50) / NS_PER_MICRO);
            add(FixSuite.INITIATED_P99, latencies.getValueAtPercentile(99) / NS_PER_MICRO);
            double perSecond = FixLoad.outstanding(client, OUTSTANDING, measuredNs, Long.MAX_VALUE);
            add(FixSuite.INITIATED_OUTSTANDING, perSecond / 1e3);
        } catch (IOException | RuntimeException e) {
            throw new BenchmarkException("an initiator cannot be measured " + server.state(), e);
        }
    }

    /** Measures what this side alone has. */
    void more(Effort effort, Path directory, Figures figures) throws IOException, InterruptedException {
        // most have nothing
    }

    private static void decode(FixDecoder decoder, Effort effort, Figures figures) {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        long expected = 0;
        FixWriter order = new FixWriter();
        for (int i = 0; i < BATCH; i++) {
            write(order, i);
            messages.write(order.bytes(), order.offset(), order.length());
            expected += 100 + i + (PRICE + i) + ('1' + (i & 1)) + (i + 1) + "EURUSD".length();
        }
        decoder.open(messages.toByteArray());
        long actual = decoder.decode();
        if (actual != expected) {
            throw new BenchmarkException(
                    "the messages read differ from the written ones expected=" + expected + " actual=" + actual);
        }
        BatchTimes times = new BatchTimes(BATCH, effort, QUICK_MS);
        long[] sum = new long[1];
        Runnable batch = () -> sum[0] += decoder.decode();
        times.warmUp(batch);
        figures.report(FixSuite.DECODE, times.nanoseconds(batch));
        figures.report(FixSuite.ALLOCATED, times.allocated(batch));
        if (sum[0] % expected != 0) {
            throw new BenchmarkException("a later batch was read differently sum=" + sum[0] + " expected=" + expected);
        }
    }

    /** Measures a new server, whose first messages count for nothing. */
    private void round(FixDuty duty, Effort effort, Path directory, Figures figures)
            throws IOException, InterruptedException {
        int sessions = FixSuite.sessions(effort);
        long measuredNs = FixSuite.measuredNs(effort);
        long leadInNs = FixSuite.leadInNs(effort);
        List<String> arguments = List.of(duty.text(), Integer.toString(sessions));
        List<FixClient> clients = new ArrayList<>();
        try (ServerProcess server = ServerProcess.start(jvm(duty), server(), directory, arguments)) {
            try {
                FixClient client = FixClient.logOn(server.port(), FixServers.client(0), dictionary);
                clients.add(client);
                var _ = FixLoad.outstanding(client, OUTSTANDING, FixSuite.warmUpNs(effort), Long.MAX_VALUE);
                for (long rate : FixSuite.RATES) {
                    Histogram latencies = FixLoad.atRate(client, rate, FixSuite.rateLeadInNs(effort), measuredNs);
                    for (int i = 0; i < FixSuite.PERCENTILES.size(); i++) {
                        double valueNs = latencies.getValueAtPercentile(FixSuite.PERCENTILES.get(i));
                        add(FixSuite.latencies(duty, rate).get(i), valueNs / NS_PER_MICRO);
                    }
                }
                long before = server.usage().allocatedBytes();
                long first = client.answered();
                add(
                        FixSuite.outstanding(duty),
                        FixLoad.outstanding(client, OUTSTANDING, measuredNs, Long.MAX_VALUE) / 1e3);
                ServerProcess.Usage usage = server.usage();
                add(FixSuite.allocated(duty), (double) (usage.allocatedBytes() - before) / (client.answered() - first));
                if (figures.isWanted(FixSuite.sessionNames(duty, effort))) {
                    for (int i = 1; i < sessions; i++) {
                        clients.add(FixClient.logOn(server.port(), FixServers.client(i), dictionary));
                    }
                    var _ = FixLoad.sessions(clients, EACH, leadInNs);
                    FixLoad.Sessions all = FixLoad.sessions(clients, EACH, measuredNs);
                    add(FixSuite.sessionNames(duty, effort).getFirst(), all.perSecond() / 1e3);
                    add(FixSuite.sessionNames(duty, effort).getLast(), 100 * all.slowestShare());
                }
            } catch (IOException | RuntimeException e) {
                throw new BenchmarkException("a round has failed duty=" + duty.text() + " " + server.state(), e);
            }
        } finally {
            for (FixClient client : clients) {
                client.close();
            }
        }
    }

    final void add(String name, double value) {
        rounds.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    /** Writes an order of the nine body fields that the engines' benchmarks have, and the header. */
    private static void write(FixWriter order, int i) {
        order.start("D").put(34, i + 1).put(49, "BUYSIDE");
        order.putTimestamp(52, START_NS + i, FixTime.Precision.MILLISECONDS)
                .put(56, "VENUE")
                .body();
        order.put(11, 1_000_000 + i).put(21, '1').put(38, 100 + i).put(40, '2').putDecimal(44, PRICE + i, 4);
        order.put(54, (char) ('1' + (i & 1))).put(55, "EURUSD").put(59, '0');
        order.putTimestamp(60, START_NS + i, FixTime.Precision.MILLISECONDS).finish("FIX.4.4");
    }
}
