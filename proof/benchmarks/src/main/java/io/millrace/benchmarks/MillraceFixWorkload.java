package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The FIX suite on our engine, and on our framer and view. */
public final class MillraceFixWorkload extends FixWorkload {

    private static final int SERVER_SESSIONS = 8;
    private static final int EACH_OUTSTANDING = 50;

    /** Creates the workload; a fork calls this. */
    public MillraceFixWorkload() {}

    @Override
    Optional<FixDecoder> decoder() {
        return Optional.of(new MillraceFixDecoder());
    }

    @Override
    boolean has(FixDuty duty) {
        return true;
    }

    @Override
    Optional<String> tickServer() {
        return Optional.of(TickServer.class.getName());
    }

    @Override
    String server() {
        return MillraceFixServer.class.getName();
    }

    @Override
    boolean initiates() {
        return true;
    }

    @Override
    void more(Effort effort, Path directory, Figures figures) throws IOException, InterruptedException {
        if (figures.isWanted(
                List.of(FixSuite.RESEND_ALONE, FixSuite.RESEND_BESIDE, FixSuite.RESEND_MEMORY, FixSuite.RESEND_RATE))) {
            rounds(effort, directory, figures, work -> resend(effort, work));
        }
        for (int engines : FixSuite.ENGINES) {
            if (figures.isWanted(FixSuite.server(engines))) {
                rounds(effort, directory, figures, work -> server(engines, effort, work));
            }
        }
    }

    /** Measures engines that share the processors with the client. */
    private void server(int engines, Effort effort, Path directory) throws IOException, InterruptedException {
        List<String> arguments =
                List.of(FixDuty.RECORDED.text(), Integer.toString(SERVER_SESSIONS / engines), FixServers.SHARED);
        List<ServerProcess> servers = new ArrayList<>();
        List<FixClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < engines; i++) {
                Path work = Files.createDirectory(directory.resolve("engine" + i));
                servers.add(ServerProcess.start(jvm(FixDuty.RECORDED), server(), work, arguments));
                for (int client = 0; client < SERVER_SESSIONS / engines; client++) {
                    int port = servers.getLast().port();
                    clients.add(FixClient.logOn(port, FixServers.client(client), dictionary));
                }
            }
            var _ = FixLoad.sessions(clients, EACH_OUTSTANDING, FixSuite.warmUpNs(effort));
            long answered = answered(clients);
            long processorNs = processorNs(servers);
            long measuredNs = FixSuite.measuredNs(effort);
            FixLoad.Sessions all = FixLoad.sessions(clients, EACH_OUTSTANDING, measuredNs);
            double seconds = (processorNs(servers) - processorNs) / 1e9;
            add(FixSuite.server(engines).getFirst(), all.perSecond() / 1e3);
            add(FixSuite.server(engines).getLast(), (answered(clients) - answered) / seconds / 1e3);
        } finally {
            for (FixClient client : clients) {
                client.close();
            }
            for (ServerProcess server : servers) {
                server.close();
            }
        }
    }

    private static long answered(List<FixClient> clients) {
        return clients.stream().mapToLong(FixClient::answered).sum();
    }

    private static long processorNs(List<ServerProcess> servers) throws IOException {
        long sum = 0;
        for (ServerProcess server : servers) {
            sum += server.processorNs();
        }
        return sum;
    }

    private void resend(Effort effort, Path directory) throws IOException, InterruptedException {
        long messages = FixSuite.resent(effort);
        List<String> arguments = List.of(FixDuty.RECORDED.text(), "2");
        try (ServerProcess server = ServerProcess.start(jvm(FixDuty.RECORDED), server(), directory, arguments);
                FixClient client = FixClient.logOn(server.port(), FixServers.client(0), dictionary);
                FixClient other = FixClient.logOn(server.port(), FixServers.client(1), dictionary)) {
            try {
                var _ = FixLoad.outstanding(client, OUTSTANDING, Long.MAX_VALUE, messages);
                FixResends.Result result = FixResends.measure(
                        client,
                        other,
                        server,
                        client.answered(),
                        FixSuite.rateLeadInNs(effort),
                        FixSuite.measuredNs(effort));
                add(FixSuite.RESEND_ALONE, result.p99s().getFirst());
                add(FixSuite.RESEND_BESIDE, result.p99s().getLast());
                add(FixSuite.RESEND_MEMORY, result.grownMebibytes());
                add(FixSuite.RESEND_RATE, result.perSecond() / 1e3);
            } catch (IOException | RuntimeException e) {
                throw new BenchmarkException("a resend cannot be measured " + server.state(), e);
            }
        }
    }
}
