package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Sender;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * How long it takes from the opening of a log to its first message, after the process that has written it was killed
 * by the system. The log is as large as {@link Effort#killedLogBytes} says.
 */
final class KilledWriter {
    static final String CASE = "open after kill";

    private static final int SIZE_BYTES = 1024;

    private KilledWriter() {}

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            Path log = fresh.path().resolve("log");
            long messages = effort.killedLogBytes() / SIZE_BYTES;
            Process process = WriterMain.start(workload, "killed", log, messages);
            try (BufferedReader output = process.inputReader()) {
                WriterMain.expect(output, WriterMain.READY);
            } finally {
                process.destroyForcibly().waitFor();
            }
            long startNs = System.nanoTime();
            try (LogUnderTest opened = workload.open(log, SIZE_BYTES);
                    Sender sender = opened.sender()) {
                sender.send(messages);
                figures.report(CASE, (System.nanoTime() - startNs) / (double) TimeUnit.MILLISECONDS.toNanos(1));
                long expected = LogUnderTest.expectedNumbers(messages + 1);
                long actual = opened.read(messages + 1, LogUnderTest.Trust.HEADER);
                if (expected != actual) {
                    throw new BenchmarkException("messages were lost by the kill: messages=" + messages + " expected="
                            + expected + " actual=" + actual);
                }
            }
        }
    }

    /** Runs in the process that is killed. */
    static void write(JournalWorkload workload, Path log, long messages) throws IOException {
        try (LogUnderTest opened = workload.open(log, SIZE_BYTES);
                Sender sender = opened.sender()) {
            for (long n = 0; n < messages; n++) {
                sender.send(n);
            }
            System.out.println(WriterMain.READY);
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
