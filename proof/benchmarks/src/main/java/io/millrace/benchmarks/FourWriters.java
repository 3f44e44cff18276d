package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Sender;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.WorkDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Two threads in each of two processes append to the same log at full speed; the sum of their appends in the measured
 * time counts. The threads start together, after they have warmed up on another log of their process.
 */
final class FourWriters {
    static final String CASE = "append 40 B 4 writers";

    private static final int SIZE_BYTES = 40;
    private static final int PROCESSES = 2;
    private static final int THREADS = 2;
    private static final int BATCH = 256;

    private FourWriters() {}

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            Path log = fresh.path().resolve("log");
            workload.openShared(log, SIZE_BYTES).close();
            List<Process> processes = new ArrayList<>();
            try {
                List<BufferedReader> outputs = new ArrayList<>();
                for (int i = 0; i < PROCESSES; i++) {
                    Process process = WriterMain.start(
                            workload,
                            "together",
                            log,
                            fresh.path().resolve("warm-up-" + i),
                            effort.leadInNs(),
                            effort.latencyNs());
                    processes.add(process);
                    outputs.add(process.inputReader());
                }
                for (BufferedReader output : outputs) {
                    WriterMain.expect(output, WriterMain.READY);
                }
                for (Process process : processes) {
                    process.outputWriter().append('\n').flush();
                }
                double rate = 0;
                for (BufferedReader output : outputs) {
                    rate += Double.parseDouble(output.readLine());
                }
                figures.report(CASE, rate);
            } finally {
                for (Process process : processes) {
                    process.destroyForcibly().waitFor();
                }
            }
        }
    }

    /** Runs in each of the processes; prints messages per microsecond, the sum of its threads. */
    static void write(JournalWorkload workload, Path log, Path warmUp, long leadInNs, long durationNs)
            throws Exception {
        try (LogUnderTest own = workload.openShared(warmUp, SIZE_BYTES)) {
            rate(own, leadInNs);
        }
        try (LogUnderTest shared = workload.openShared(log, SIZE_BYTES)) {
            System.out.println(WriterMain.READY);
            if (System.in.read() < 0) {
                throw new IOException("the parent has ended");
            }
            System.out.println(rate(shared, durationNs));
        }
    }

    private static double rate(LogUnderTest log, long durationNs) throws Exception {
        CountDownLatch ready = new CountDownLatch(THREADS);
        List<Future<Double>> rates = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                rates.add(threads.submit(() -> {
                    try (Sender sender = log.sender()) {
                        ready.countDown();
                        ready.await();
                        return append(sender, durationNs);
                    }
                }));
            }
            double sum = 0;
            for (Future<Double> rate : rates) {
                sum += rate.get();
            }
            return sum;
        }
    }

    private static double append(Sender sender, long durationNs) {
        long startNs = System.nanoTime();
        long count = 0;
        long elapsedNs = 0;
        while (elapsedNs < durationNs) {
            for (int i = 0; i < BATCH; i++) {
                sender.send(count++);
            }
            elapsedNs = System.nanoTime() - startNs;
        }
        return count / (double) elapsedNs * TimeUnit.MICROSECONDS.toNanos(1);
    }
}
