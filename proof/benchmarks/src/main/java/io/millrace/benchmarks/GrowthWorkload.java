package io.millrace.benchmarks;

import io.millrace.harness.BatchTimes;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import io.millrace.measure.Statistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The cost of messages with more and more fields, and the cost of the first message of a type. In a fresh JVM, types
 * are used for the first time one after the other, each written once and read once, timed by the clock. Then messages
 * of one type are written and read repeatedly, timed by the processor time of the thread.
 */
abstract class GrowthWorkload implements Workload {
    static final List<Integer> FIELDS = List.of(10, 100, 500);
    static final String FIRST_MESSAGE = "first message after start";
    static final String FIRST_USE = "first use of a type, median of 200";
    static final String SLOWEST_USE = "first use of a type, slowest but one of 200";

    private static final int TYPES = 200;
    private static final int SMOKE_TYPES = 4;
    private static final int TYPES_A_TURN = 20;
    private static final int TYPE_FIELDS = 9;
    private static final int REPEATS = 64;
    private static final long QUICK_MS = 400;

    /** One message, written repeatedly into the same memory and read back into one object. */
    interface Trip {
        /** Writes the message. */
        void write();

        /** Reads it. */
        Object read();
    }

    /** Prepares the library for the class of the message. */
    abstract Trip open(Object message);

    static String writeCase(int fields) {
        return fields + " fields write";
    }

    static String readCase(int fields) {
        return fields + " fields read";
    }

    @Override
    public final void run(Effort effort, Path directory, Figures figures) {
        if (figures.isWanted(FIRST_MESSAGE, FIRST_USE, SLOWEST_USE)) {
            first(effort, figures);
        }
        many(effort, figures);
    }

    private void first(Effort effort, Figures figures) {
        List<Object> messages = new ArrayList<>();
        int types = effort == Effort.SMOKE ? SMOKE_TYPES : TYPES;
        for (int i = 0; i <= types; i++) {
            messages.add(GeneratedMessages.message("GeneratedType" + i, TYPE_FIELDS));
        }
        figures.report(FIRST_MESSAGE, firstUseNs(messages.getFirst()));
        List<Double> times = new ArrayList<>();
        for (int i = 1; i < messages.size(); i++) {
            if (i % TYPES_A_TURN == 1) {
                Turn.next();
            }
            times.add(firstUseNs(messages.get(i)));
        }
        Collections.sort(times);
        figures.report(FIRST_USE, Statistics.median(times));
        figures.report(SLOWEST_USE, times.get(times.size() - 2)); // the slowest may include a garbage collection
    }

    private void many(Effort effort, Figures figures) {
        for (int fields : FIELDS) {
            if (!figures.isWanted(writeCase(fields), readCase(fields))) {
                continue;
            }
            Turn.stage(fields);
            Object message = GeneratedMessages.message("GeneratedFields" + fields, fields);
            Trip trip = open(message);
            trip.write();
            GeneratedMessages.requireSame(message, trip.read());
            BatchTimes times = new BatchTimes(REPEATS, effort, QUICK_MS);
            Runnable write = repeated(trip::write);
            Runnable read = repeated(trip::read);
            times.warmUp(() -> {
                write.run();
                read.run();
            });
            figures.report(writeCase(fields), times.nanoseconds(write));
            figures.report(readCase(fields), times.nanoseconds(read));
        }
    }

    private double firstUseNs(Object message) {
        long startNs = System.nanoTime();
        Trip trip = open(message);
        trip.write();
        Object read = trip.read();
        long elapsedNs = System.nanoTime() - startNs;
        GeneratedMessages.requireSame(message, read);
        return elapsedNs;
    }

    private static Runnable repeated(Runnable step) {
        return () -> {
            for (int i = 0; i < REPEATS; i++) {
                step.run();
            }
        };
    }
}
