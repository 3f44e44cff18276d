package io.millrace.telemetry;

import io.millrace.service.Rate;
import java.nio.file.Path;

/** The process that {@link SpanKillTest} kills: a run that exports to a collector until its end. */
final class RunProcess {

    private RunProcess() {}

    /** Runs; the data directory, the endpoint and the number of notes are the arguments. */
    public static void main(String[] args) throws InterruptedException {
        TelemetrySpec telemetry = TelemetrySpec.none().withOtlp(OtlpSpec.to(args[1]));
        try (TestRun run = TestRun.start(Path.of(args[0]), Long.parseLong(args[2]), Rate.perSecond(5_000), telemetry)) {
            while (run.reports.size() < 1_000) {
                Thread.sleep(1_000);
            }
        }
    }
}
