package io.millrace.benchmarks;

import io.millrace.harness.BatchTimes;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of the wire suite, the same for every side. A batch of messages is written into memory, each a little
 * different from the one before, and read back. Times are {@link BatchTimes those of the thread}; they include the
 * change of the message, which is the same for all.
 *
 * <p>Users' JVMs run several formats, and earlier code of a JVM decides what its compilers inline. So before the
 * measurement each side runs all formats of its library, also if only some cases were selected.
 */
abstract class WireWorkload implements Workload {
    private static final int BATCH = 256;
    private static final long QUICK_MS = 160;

    /** Returns the formats of this side. */
    abstract List<String> formats();

    /** Returns the other sides of the same library, whose formats this one's JVM runs as well before it measures. */
    List<WireWorkload> siblings() {
        return List.of();
    }

    /** Runs, before the measurement, what else users of this library run in a JVM. */
    void runOtherUses() throws Exception {}

    /** Returns a new round trip. */
    abstract RoundTrip open(String format, WireMessage message) throws Exception;

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        for (WireWorkload sibling : siblings()) {
            sibling.warmUpAll(effort);
        }
        warmUpAll(effort);
        runOtherUses();
        for (String format : formats()) {
            measure(WireCases.NINE_FIELD, format, NineFields.example(), effort, figures);
            measure(WireCases.ORDER, format, OrderSingle.example(), effort, figures);
        }
    }

    private void warmUpAll(Effort effort) throws Exception {
        for (String format : formats()) {
            for (WireMessage example : List.of(NineFields.example(), OrderSingle.example())) {
                warmUp(open(format, example), new BatchTimes(BATCH, effort, QUICK_MS));
            }
        }
    }

    private static void warmUp(RoundTrip trip, BatchTimes times) {
        times.warmUp(() -> {
            write(trip);
            read(trip);
        });
    }

    private void measure(String message, String format, WireMessage example, Effort effort, Figures figures)
            throws Exception {
        if (!figures.isWanted(WireCases.figures(message, format))) {
            return;
        }
        RoundTrip trip = open(format, example);
        Turn.stage(WireCases.stage(message, format));
        double bytes = verify(trip);
        BatchTimes times = new BatchTimes(BATCH, effort, QUICK_MS);
        Runnable write = () -> write(trip);
        Runnable read = () -> read(trip);
        warmUp(trip, times);
        figures.report(WireCases.write(message, format), times.nanoseconds(write));
        figures.report(WireCases.read(message, format), times.nanoseconds(read));
        figures.report(WireCases.bytes(message, format), bytes);
        figures.report(WireCases.writeAllocated(message, format), times.allocated(write));
        figures.report(WireCases.readAllocated(message, format), times.allocated(read));
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
                throw new BenchmarkException("the message read differs from the written one number=" + i + " written="
                        + written.get(i) + " read=" + digest + " roundTrip="
                        + trip.getClass().getSimpleName());
            }
        }
        return (double) bytes / BATCH;
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
}
