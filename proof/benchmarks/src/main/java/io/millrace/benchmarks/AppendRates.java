package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.Rate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Latencies of appends by rate and batch: messages that are due together are one batch. One thread appends what is due
 * and looks which of its messages are acknowledged; each time counts from the intended start of the batch. A rate that
 * one thread does not reach shows as times that grow with the length of the round.
 */
final class AppendRates {
    static final List<Long> RATES = List.of(10_000L, 100_000L, 400_000L, 1_600_000L);
    static final List<Integer> BATCHES = List.of(1, 20);

    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);
    private static final double NS_PER_MICRO = 1e3;
    private static final long START_DELAY_NS = 1_000_000;
    private static final long GRACE_NS = 120_000_000_000L;

    private AppendRates() {}

    /** What an append is waited for. */
    enum Promise {
        /** The append has returned: the message is in mapped memory here. */
        UNACKNOWLEDGED,
        /** A reader that stops at the mark has seen the message: the copy has it in mapped memory, too. */
        ACKNOWLEDGED;

        private String text() {
            return this == UNACKNOWLEDGED ? "unacknowledged" : "acknowledged";
        }
    }

    /** A log with a copy, used by one thread. */
    interface CopiedLog extends AutoCloseable {
        /** The result where nothing more is acknowledged. */
        long NOTHING = Long.MIN_VALUE;

        /** Appends messages with the same content. */
        void append(long content, int count);

        /** Returns the content of the next message that is acknowledged, or {@link #NOTHING}. */
        long acknowledged();

        @Override
        void close() throws IOException;
    }

    /** Opens a log with a copy for one round. */
    interface Opening {
        CopiedLog open(Path directory) throws Exception;
    }

    static String name(Promise promise, long rate, int batch, double percentile) {
        String place = percentile == Math.rint(percentile) ? Long.toString((long) percentile) : percentile + "";
        return promise.text() + " " + rate + "/s by " + batch + " p" + place;
    }

    private static Stream<String> names(long rate, int batch) {
        return Stream.of(Promise.values())
                .flatMap(promise -> PERCENTILES.stream().map(each -> name(promise, rate, batch, each)));
    }

    static Stream<String> names() {
        return RATES.stream().flatMap(rate -> BATCHES.stream().flatMap(batch -> names(rate, batch)));
    }

    /** Measures the rates that are wanted. */
    static void run(Opening opening, Effort effort, Path directory, Figures figures) throws Exception {
        for (long rate : RATES) {
            for (int batch : BATCHES) {
                if (figures.isWanted(names(rate, batch).toList())) {
                    rounds(opening, effort, directory, rate, batch, figures);
                }
            }
        }
    }

    private static void rounds(Opening opening, Effort effort, Path directory, long rate, int batch, Figures figures)
            throws Exception {
        Map<Promise, List<Histogram>> rounds = new EnumMap<>(Promise.class);
        for (int round = 0; round < effort.latencyRounds(); round++) {
            Turn.next();
            try (WorkDirectory fresh = WorkDirectory.create(directory);
                    CopiedLog log = opening.open(fresh.path())) {
                long recordedNs = effort.latencyNs() / effort.latencyRounds();
                new Round(log, Rate.perSecond(rate), batch, effort.leadInNs(), recordedNs)
                        .run()
                        .forEach((promise, latencies) -> rounds.computeIfAbsent(promise, _ -> new ArrayList<>())
                                .add(latencies));
            }
        }
        rounds.forEach((promise, latencies) -> PERCENTILES.forEach(percentile -> figures.report(
                name(promise, rate, batch, percentile),
                latencies.stream()
                        .map(each -> each.getValueAtPercentile(percentile) / NS_PER_MICRO)
                        .toList())));
    }

    /** One round at one rate. */
    private static final class Round {
        private final CopiedLog log;
        private final Rate rate;
        private final int batch;
        private final long leadInNs;
        private final long recordedNs;
        private final Map<Promise, Histogram> latencies = new EnumMap<>(Promise.class);
        private long startNs;

        Round(CopiedLog log, Rate rate, int batch, long leadInNs, long recordedNs) {
            this.log = log;
            this.rate = rate;
            this.batch = batch;
            this.leadInNs = leadInNs;
            this.recordedNs = recordedNs;
            for (Promise promise : Promise.values()) {
                latencies.put(promise, LatencyRecorder.newHistogram());
            }
        }

        Map<Promise, Histogram> run() {
            long batches = Math.max(1, rate.countWithin(leadInNs + recordedNs) / batch);
            startNs = System.nanoTime() + START_DELAY_NS;
            long giveUpNs = startNs + leadInNs + recordedNs + GRACE_NS;
            long sent = 0;
            long seen = 0;
            while (seen < batches * batch) {
                long nowNs = System.nanoTime();
                if (sent < batches && nowNs - intendedNs(sent) >= 0) {
                    append(intendedNs(sent++));
                }
                long content = log.acknowledged();
                if (content != CopiedLog.NOTHING) {
                    check(content, seen++);
                    record(Promise.ACKNOWLEDGED, content);
                } else if (nowNs - giveUpNs > 0) {
                    throw new BenchmarkException(
                            "messages are not acknowledged appended=" + sent * batch + " acknowledged=" + seen);
                } else {
                    Thread.onSpinWait();
                }
            }
            return latencies;
        }

        private void append(long intendedNs) {
            log.append(intendedNs, batch);
            for (int i = 0; i < batch; i++) {
                record(Promise.UNACKNOWLEDGED, intendedNs);
            }
        }

        private void check(long content, long number) {
            if (content != intendedNs(number / batch)) {
                throw new BenchmarkException("a message was lost or out of order number=" + number + " expected="
                        + intendedNs(number / batch) + " actual=" + content);
            }
        }

        private long intendedNs(long number) {
            return startNs + rate.offsetNs(number * batch);
        }

        private void record(Promise promise, long intendedNs) {
            if (intendedNs - startNs >= leadInNs) {
                long tookNs = System.nanoTime() - intendedNs;
                latencies.get(promise).recordValue(Math.min(tookNs, LatencyRecorder.HIGHEST_NS));
            }
        }
    }
}
