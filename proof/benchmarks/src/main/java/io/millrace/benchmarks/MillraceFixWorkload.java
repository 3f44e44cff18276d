package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.ServerProcess;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The FIX suite on our engine, and on our framer and view. */
public final class MillraceFixWorkload extends FixWorkload {

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
            rounds.clear();
            for (int round = 0; round < FixSuite.rounds(effort); round++) {
                Turn.next();
                try (WorkDirectory work = WorkDirectory.create(directory)) {
                    resend(effort, work.path());
                }
            }
            rounds.forEach(figures::report);
        }
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
