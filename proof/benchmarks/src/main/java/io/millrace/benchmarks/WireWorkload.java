package io.millrace.benchmarks;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The wire suite's steps, the same for every side. A batch of messages is written into memory, each a little different
 * from the one before, and read back. Times are those of the thread on its processor, so what others do on the machine
 * counts for less; they hold the change of the message, which is the same for all. What collectors and compilers do on
 * threads of their own is left out, which favours those who allocate.
 */
abstract class WireWorkload implements Workload {
    private static final int BATCH = 256;
    private static final int SLICES = 7;
    private static final int MAX_WARM_UP_WINDOWS = 12;

    private final com.sun.management.ThreadMXBean thread =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The formats of this side. */
    abstract List<String> formats();

    /** A fresh round trip. */
    abstract RoundTrip open(String format, WireMessage message) throws Exception;

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        for (String format : formats()) {
            measure(WireCases.NINE_FIELD, format, NineFields.example(), effort, figures);
            measure(WireCases.ORDER, format, OrderSingle.example(), effort, figures);
        }
    }

    private void measure(String message, String format, WireMessage example, Effort effort, Figures figures)
            throws Exception {
        if (!figures.isWanted(WireCases.figures(message, format))) {
            return;
        }
        RoundTrip trip = open(format, example);
        Turn.stage(WireCases.stage(message, format));
        double bytes = verify(trip);
        long windowNs = windowNs(effort);
        warmUp(trip, windowNs);
        figures.report(WireCases.write(message, format), nanoseconds(trip, WireWorkload::write, windowNs));
        figures.report(WireCases.read(message, format), nanoseconds(trip, WireWorkload::read, windowNs));
        figures.report(WireCases.bytes(message, format), bytes);
        figures.report(WireCases.writeAllocated(message, format), allocated(trip, WireWorkload::write));
        figures.report(WireCases.readAllocated(message, format), allocated(trip, WireWorkload::read));
    }

    /** Two windows at least, and on until the compilers have been idle for one; some machines give them little time. */
    private void warmUp(RoundTrip trip, long windowNs) {
        long compiledMs = -1;
        for (int windows = 0; windows < MAX_WARM_UP_WINDOWS; windows++) {
            long endNs = thread.getCurrentThreadCpuTime() + windowNs;
            while (thread.getCurrentThreadCpuTime() < endNs) {
                write(trip);
                read(trip);
            }
            long nowMs = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
            if (windows > 0 && nowMs == compiledMs) {
                return;
            }
            compiledMs = nowMs;
        }
    }

    private static long windowNs(Effort effort) {
        return TimeUnit.MILLISECONDS.toNanos(
                switch (effort) {
                    case SMOKE -> 2;
                    case QUICK -> 160;
                    case FULL -> 2_000;
                });
    }

    /** Writes and reads a batch, compares every field, and returns the mean bytes of a message. */
    private static double verify(RoundTrip trip) {
        List<Long> written = new ArrayList<>();
        long bytes = 0;
        trip.rewind();
        for (int i = 0; i < BATCH; i++) {
            trip.message().change(i);
            bytes += trip.write();
            written.add(trip.message().digest());
        }
        trip.rewind();
        for (int i = 0; i < BATCH; i++) {
            long digest = trip.read().digest();
            if (digest != written.get(i)) {
                throw new BenchmarkException("read back something else: number=" + i + " written=" + written.get(i)
                        + " read=" + digest + " roundTrip=" + trip.getClass().getSimpleName());
            }
        }
        return (double) bytes / BATCH;
    }

    private interface Step {
        void run(RoundTrip trip);
    }

    private static void write(RoundTrip trip) {
        WireMessage message = trip.message();
        trip.rewind();
        for (int i = 0; i < BATCH; i++) {
            message.change(i);
            trip.write();
        }
    }

    private static void read(RoundTrip trip) {
        trip.rewind();
        for (int i = 0; i < BATCH; i++) {
            trip.read();
        }
    }

    /** The times of one message in some slices. */
    private List<Double> nanoseconds(RoundTrip trip, Step step, long windowNs) {
        List<Double> times = new ArrayList<>();
        for (int slice = 0; slice < SLICES; slice++) {
            Turn.next();
            long batches = 0;
            long startNs = thread.getCurrentThreadCpuTime();
            long elapsedNs;
            do {
                step.run(trip);
                batches++;
                elapsedNs = thread.getCurrentThreadCpuTime() - startNs;
            } while (elapsedNs < windowNs / SLICES);
            times.add((double) elapsedNs / (double) (batches * BATCH));
        }
        return times;
    }

    private double allocated(RoundTrip trip, Step step) {
        long batches = 20;
        step.run(trip);
        long start = thread.getCurrentThreadAllocatedBytes();
        for (long i = 0; i < batches; i++) {
            step.run(trip);
        }
        return (double) (thread.getCurrentThreadAllocatedBytes() - start) / (double) (batches * BATCH);
    }
}
