package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Sender;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.WorkDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The time from opening a log to its first message, after the system has killed the process that wrote it: for logs of
 * several sizes, since the question is whether the time grows with the log.
 */
final class KilledWriter {
    /** The case that writes tens of gigabytes. */
    static final String LARGEST = "open after kill 10 GB";

    private static final int SIZE_BYTES = 1024;
    private static final long MEGABYTE = 1_000_000;
    private static final List<Log> LOGS = List.of(
            new Log(LARGEST, 10_000 * MEGABYTE),
            new Log("open after kill 64 MB", 64 * MEGABYTE),
            new Log("open after kill 1 GB", 1_000 * MEGABYTE));

    /** A log with a number of bytes of messages. */
    private record Log(String name, long bytes) {}

    private KilledWriter() {}

    static List<String> cases() {
        return LOGS.stream().map(Log::name).toList();
    }

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws Exception {
        for (Log log : LOGS) {
            run(workload, log.name(), effort.killedLogBytes(log.bytes()), directory, figures);
        }
    }

    private static void run(JournalWorkload workload, String name, long bytes, Path directory, Figures figures)
            throws Exception {
        if (!figures.isWanted(name)) {
            return;
        }
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            Path log = fresh.path().resolve("log");
            long messages = bytes / SIZE_BYTES;
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
                figures.report(name, (System.nanoTime() - startNs) / (double) TimeUnit.MILLISECONDS.toNanos(1));
                long expected = LogUnderTest.expectedNumbers(messages + 1);
                long actual = opened.read(messages + 1, LogUnderTest.ReadCheck.HEADER);
                if (expected != actual) {
                    throw new BenchmarkException("the kill lost messages messages=" + messages + " expected=" + expected
                            + " actual=" + actual);
                }
            }
        }
    }

    /** Runs in the process that will be killed. */
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
