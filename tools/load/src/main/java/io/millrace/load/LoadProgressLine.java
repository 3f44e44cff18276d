package io.millrace.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Shows the progress of a run on standard error: on a terminal as one line that is overwritten, otherwise as a line for
 * each interval.
 */
final class LoadProgressLine implements LoadObserver {
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;
    private static final String STANDARD_ERROR = "/proc/self/fd/2";

    private final PrintWriter err;
    private final Mode mode;
    private final boolean isTerminal;

    LoadProgressLine(PrintWriter err, Mode mode) {
        this.err = err;
        this.mode = mode;
        this.isTerminal = isTerminal();
    }

    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of(STANDARD_ERROR)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            // No such folder on this system: lines are right everywhere.
            return false;
        }
    }

    @Override
    public void interval(LoadProgress progress) {
        Histogram times = mode == Mode.FIXED
                ? progress.times().response()
                : progress.times().service();
        String line = String.format(
                Locale.ROOT,
                "%-7s %6.1f s %,10.0f/s  %s us: p50 %,.1f  p99 %,.1f  p99.9 %,.1f  max %,.1f"
                        + "  in flight %,d  backlog %,d  failed %,d",
                progress.phase(),
                progress.atNs() / NS_PER_SECOND,
                progress.completed() * NS_PER_SECOND / progress.lengthNs(),
                mode.headline(),
                times.getValueAtPercentile(50) / NS_PER_US,
                times.getValueAtPercentile(99) / NS_PER_US,
                times.getValueAtPercentile(99.9) / NS_PER_US,
                times.getMaxValue() / NS_PER_US,
                progress.inFlight(),
                progress.backlog(),
                progress.failed());
        if (isTerminal) {
            err.print("\r" + line + "\u001b[K");
        } else {
            err.println(line);
        }
        err.flush();
    }

    /** Removes the line. */
    void clear() {
        if (isTerminal) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
