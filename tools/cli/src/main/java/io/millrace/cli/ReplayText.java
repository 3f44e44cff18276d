package io.millrace.cli;

import io.millrace.service.ReplayDifference;
import io.millrace.service.ReplayListener;
import io.millrace.service.ReplayReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Prints a replay: each difference as soon as it is found, the progress on standard error, and the totals at the end.
 * For one thread.
 */
final class ReplayText implements ReplayListener {
    private static final long SHOW_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Where there is no terminal, a line each time. */
    private static final long LINE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    private static final double PERCENT = 100.0;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Console console;
    private final long startNs = System.nanoTime();
    private long shownNs = startNs;
    private long differences;

    ReplayText(Console console) {
        this.console = console;
    }

    @Override
    public void onDifference(ReplayDifference difference) {
        clear();
        differences++;
        console.out()
                .line(Colour.NAME.paint("difference " + differences + ": " + difference.kind(), console.terminal())
                        + " input=" + difference.input()
                        + (difference.output().isEmpty() ? "" : " output=" + difference.output()));
        SideBySide.lines(difference.recorded(), difference.replayed())
                .forEach(line -> console.out().line("    " + line));
    }

    @Override
    public void onProgress(long inputs, long messages) {
        long nowNs = System.nanoTime();
        if (nowNs - shownNs < (console.terminal().progress() ? SHOW_EVERY_NS : LINE_EVERY_NS)) {
            return;
        }
        shownNs = nowNs;
        double perSecond = inputs * NANOS_PER_SECOND / Math.max(1, nowNs - startNs);
        String line = String.format(
                Locale.ROOT,
                "replayed %,d of %,d inputs, %.0f %%, %,.0f/s, differences %,d",
                inputs,
                messages,
                messages == 0 ? PERCENT : Math.min(PERCENT, inputs * PERCENT / messages),
                perSecond,
                differences);
        if (console.terminal().progress()) {
            console.err().print("\r" + line + "\u001b[K");
            console.err().flush();
        } else {
            console.err().println(line);
        }
    }

    private void clear() {
        if (console.terminal().progress()) {
            console.err().print("\r\u001b[K");
            console.err().flush();
        }
    }

    /** Prints the totals of a component. */
    void end(String component, ReplayReport report) {
        clear();
        if (report.differences() > report.shown().size()) {
            console.out().line("... " + (report.differences() - report.shown().size()) + " more");
        }
        List<String> more = new ArrayList<>();
        count(more, report.evolved(), "calls equal as the present classes read them");
        count(more, report.skipped(), "inputs skipped, as recorded");
        count(more, report.unnamed(), "inputs that the recorded version did not take");
        count(more, report.untaken(), "inputs with outputs that this version does not take");
        console.out()
                .line(String.format(
                        Locale.ROOT,
                        "%s: %s; compared %,d inputs and %,d recorded calls%s",
                        component,
                        report.isEqual()
                                ? "equal"
                                : String.format(Locale.ROOT, "%,d differences", report.differences()),
                        report.compared(),
                        report.calls(),
                        more.isEmpty() ? "" : "; " + String.join(", ", more)));
        report.mark()
                .ifPresent(mark -> console.err()
                        .println("Compared from the mark of the newest upgrade on: " + mark
                                + "; --from compares what is before it, too."));
        report.start().ifPresent(start -> console.err().println("Began at a saved state: " + start + "."));
        report.end().ifPresent(end -> console.err().println("Ended where the component would have stopped: " + end));
        console.err()
                .println(String.format(
                        Locale.ROOT,
                        "Replayed %,d inputs in %.1f s, %,.0f/s.",
                        report.inputs(),
                        report.duration().toNanos() / NANOS_PER_SECOND,
                        report.inputsPerSecond()));
    }

    private static void count(List<String> counts, long count, String what) {
        if (count > 0) {
            counts.add(String.format(Locale.ROOT, "%,d %s", count, what));
        }
    }
}
