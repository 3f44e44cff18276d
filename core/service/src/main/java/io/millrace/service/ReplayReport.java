package io.millrace.service;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a {@link ReplayBuilder replay}.
 *
 * @param inputs how many inputs the component was called with
 * @param compared how many of them were compared
 * @param calls how many calls of the output were compared
 * @param evolved how many of these are the same only as the present classes read them, such as with a renamed field
 * @param unnamed how many inputs the output does not name, since the version that wrote it did not take them
 * @param untaken how many inputs that had outputs the present component does not take
 * @param skipped how many inputs were skipped, as the output says that they were
 * @param differences how many differences there are
 * @param shown the first differences, up to the limit
 * @param mark the mark of an upgrade after which it was compared, {@code CHANNEL@INDEX}; empty where there is none, or
 *     another position was asked for
 * @param start the saved state from which it began, as {@code key=value}; empty if it began at the first input
 * @param end what ended it before the end of the output: the component threw on an input, as it would have stopped
 * @param duration how long it took
 */
public record ReplayReport(
        long inputs,
        long compared,
        long calls,
        long evolved,
        long unnamed,
        long untaken,
        long skipped,
        long differences,
        List<ReplayDifference> shown,
        Optional<String> mark,
        Optional<String> start,
        Optional<String> end,
        Duration duration) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Checks that nothing is null and takes a copy. */
    public ReplayReport {
        shown = List.copyOf(shown);
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(duration, "duration");
    }

    /** Returns whether the component writes what the output has. */
    public boolean isEqual() {
        return differences == 0;
    }

    /** Returns how many inputs were replayed in a second. */
    public double inputsPerSecond() {
        return inputs * NANOS_PER_SECOND / Math.max(1, duration.toNanos());
    }

    /** Returns the counts, and the first differences, as text of several lines. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("inputs=" + inputs + " compared=" + compared + " calls=" + calls
                + " evolved=" + evolved + " unnamed=" + unnamed + " untaken=" + untaken + " skipped=" + skipped
                + " differences=" + differences);
        mark.ifPresent(at -> text.append("\nmark: ").append(at));
        start.ifPresent(from -> text.append("\nstart: ").append(from));
        end.ifPresent(why -> text.append("\nend: ").append(why));
        shown.forEach(each -> text.append('\n').append(each));
        return text.toString();
    }
}
