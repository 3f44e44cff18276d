package io.millrace.load;

import io.millrace.measure.LatencySummary;
import io.millrace.measure.Rate;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * The report of a run.
 *
 * @param target the target as the user named it
 * @param options how it was run
 * @param result what was found
 */
public record LoadReport(String target, LoadOptions options, LoadResult result) {
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;
    private static final int MOST_REASONS = 10;
    private static final int NAME_WIDTH = 24;

    /** Checks that nothing is missing. */
    public LoadReport {
        Objects.requireNonNull(target);
        Objects.requireNonNull(options);
        Objects.requireNonNull(result);
    }

    /** Returns the report as text, times in microseconds. */
    public String text() {
        StringBuilder text = new StringBuilder();
        head(text);
        schedule(text);
        String format = "%-" + NAME_WIDTH + "s %12s %12s %12s %12s %12s %12s %12s %12s%n";
        text.append('\n')
                .append(String.format(
                        Locale.ROOT,
                        format,
                        "time (us)",
                        "count",
                        "mean",
                        "p50",
                        "p90",
                        "p99",
                        "p99.9",
                        "p99.99",
                        "max"));
        for (KindTimes kind : result.kinds()) {
            rows(text, kind.name(), kind.completed());
            rows(text, kind.name() + "-err", kind.failed());
        }
        if (result.kinds().size() > 1) {
            rows(text, "all", result.times());
        }
        row(text, "age of unfinished", result.unfinishedAges());
        row(text, "age of un-issued", result.unissuedAges());
        row(text, "machine: gc", result.gc());
        row(text, "machine: hiccup", result.hiccups());
        reasons(text);
        return text.toString();
    }

    private void head(StringBuilder text) {
        Mode mode = options.mode();
        text.append(String.format(
                Locale.ROOT,
                "%s: %s%s, %d %s, %s s after %s s of warm-up%n",
                target,
                mode.name().toLowerCase(Locale.ROOT),
                options.rate().map(rate -> " " + shown(rate)).orElse(""),
                options.threads(),
                options.threads() == 1 ? "thread" : "threads",
                seconds(options.durationNs()),
                seconds(options.warmUpNs())));
        text.append(String.format(
                Locale.ROOT,
                "due %,d = completed %,d + failed %,d + unfinished %,d + un-issued %,d%n",
                result.due(),
                result.completed(),
                result.failed(),
                result.unfinished(),
                result.unissued()));
        text.append(String.format(
                Locale.ROOT,
                "completed %,.1f/s in %s s%s%n",
                result.throughput(),
                seconds(result.elapsedNs()),
                result.unmatched() == 0
                        ? ""
                        : "; answers to operations that were over already: " + result.unmatched()));
        long issued = Math.max(1, result.due() - result.unissued());
        text.append(String.format(
                Locale.ROOT,
                "issuing took %.0f %% of a processor: %.3f us and %.1f bytes for each operation%n",
                100.0 * result.cost().cpuNs() / result.elapsedNs(),
                result.cost().cpuNs() / NS_PER_US / issued,
                (double) result.cost().allocatedBytes() / issued));
        concurrency(text);
        text.append(
                mode.hasSchedule()
                        ? "headline: " + mode.headline() + " time\n"
                        : "headline: throughput, with service time; closed loop: no response time\n");
    }

    private void concurrency(StringBuilder text) {
        Concurrency concurrency = result.concurrency();
        text.append(String.format(
                Locale.ROOT,
                "in flight: needed %,.2f = %,.1f/s x %,.3f us; used %,.2f of %,d%s%n",
                concurrency.needed(),
                concurrency.perSecond(),
                concurrency.meanServiceNs() / NS_PER_US,
                concurrency.inFlight(),
                concurrency.allowed(),
                concurrency.needed() > concurrency.allowed() && options.mode().hasSchedule()
                        ? ": too few are allowed for this rate"
                        : ""));
    }

    private void schedule(StringBuilder text) {
        if (!options.mode().hasSchedule()) {
            return;
        }
        ScheduleKept schedule = result.schedule();
        long issued = result.due() - result.unissued();
        text.append(schedule.kept() ? "The schedule was kept" : "The schedule was NOT kept")
                .append(String.format(
                        Locale.ROOT,
                        ": %,d of %,d operations began more than 1 ms late, and %,d never did%n",
                        schedule.late(),
                        issued,
                        result.unissued()));
        for (String reason : schedule.reasons()) {
            text.append("  ").append(reason).append('\n');
        }
        if (result.unissued() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "  With the ages of what never ended, p99 of response time is at least %,.3f us%n",
                    result.responseWithAges().getValueAtPercentile(99) / NS_PER_US));
        }
    }

    private void rows(StringBuilder text, String name, Times times) {
        row(text, name + " response", times.response());
        row(text, name + " service", times.service());
        row(text, name + " wait", times.waiting());
    }

    private static void row(StringBuilder text, String name, Histogram histogram) {
        LatencySummary summary = LatencySummary.of(histogram);
        if (summary.count() == 0) {
            return;
        }
        text.append(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s %,12d", name, summary.count()));
        double[] values = {
            summary.meanNs(),
            summary.p50Ns(),
            summary.p90Ns(),
            summary.p99Ns(),
            summary.p999Ns(),
            summary.p9999Ns(),
            summary.maxNs()
        };
        for (double value : values) {
            text.append(String.format(Locale.ROOT, " %,12.3f", value / NS_PER_US));
        }
        text.append('\n');
    }

    private void reasons(StringBuilder text) {
        if (result.reasons().isEmpty()) {
            return;
        }
        text.append("\nfailures\n");
        result.reasons().stream()
                .limit(MOST_REASONS)
                .forEach(reason ->
                        text.append(String.format(Locale.ROOT, "%,12d  %s%n", reason.count(), reason.text())));
    }

    private static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.3f", ns / NS_PER_SECOND).replaceAll("\\.?0+$", "");
    }

    private static String shown(Rate rate) {
        return rate.toString();
    }
}
