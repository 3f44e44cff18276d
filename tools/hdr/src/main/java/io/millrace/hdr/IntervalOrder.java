package io.millrace.hdr;

import io.millrace.measure.IntervalLine;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the intervals of each tag of one log lie to each other, in the order of its lines. Where two of a tag overlap,
 * what was counted in that time may be counted twice, and rates are then too high.
 *
 * <p>Times in logs have three decimals, so intervals may lie a millisecond into each other, or apart. For one thread.
 */
final class IntervalOrder {
    private static final double ROUNDING_SECONDS = 0.0015;
    /** Of shorter ones the stated largest value has too few digits. */
    private static final double LEAST_MAX = 0.05;

    private final Map<String, Tag> tags = new HashMap<>();
    private double statedUnit = Double.NaN;
    private double firstLogStart = Double.NaN;

    /** What a line turned out to be. */
    enum Finding {
        OUT_OF_ORDER("begins before the one in the line before"),
        OVERLAP("overlaps an earlier one"),
        DUPLICATE("is of the same time as the one in the line before"),
        GAP("leaves a gap to the earlier ones"),
        OTHER_UNIT("states its largest value in another unit than the first line"),
        OTHER_START("has another start time of its log above it than the first line");

        private final String text;

        Finding(String text) {
            this.text = text;
        }

        /** Returns what is the matter, to follow the word interval. */
        String text() {
            return text;
        }
    }

    /** Gets what was found. */
    @FunctionalInterface
    interface Visitor {
        /** Takes a finding: in which line, with times in seconds after the start of the log. */
        void found(Finding finding, IntervalLine line, String details);
    }

    /** Times without a gap that intervals of some lines take up. */
    private record Span(double from, double to, long firstLine, long lastLine) {
        static Span of(IntervalLine line) {
            return new Span(line.startSeconds(), line.endSeconds(), line.lineNumber(), line.lineNumber());
        }

        Span with(Span other) {
            return new Span(
                    Math.min(from, other.from),
                    Math.max(to, other.to),
                    Math.min(firstLine, other.firstLine),
                    Math.max(lastLine, other.lastLine));
        }

        boolean overlaps(Span other) {
            return Math.min(to, other.to) - Math.max(from, other.from) > ROUNDING_SECONDS;
        }

        boolean touches(Span other) {
            return Math.max(from, other.from) - Math.min(to, other.to) <= ROUNDING_SECONDS;
        }
    }

    /** The intervals of a tag so far: as many spans as there are gaps, in order. */
    private static final class Tag {
        private final TreeMap<Double, Span> spans = new TreeMap<>();
        private IntervalLine last;

        Tag(IntervalLine first) {
            add(first);
        }

        /** Returns the span that a line overlaps, or null. */
        Span overlapped(Span line) {
            Map.Entry<Double, Span> before = spans.floorEntry(line.from);
            if (before != null && before.getValue().overlaps(line)) {
                return before.getValue();
            }
            Map.Entry<Double, Span> after = spans.higherEntry(line.from);
            return after != null && after.getValue().overlaps(line) ? after.getValue() : null;
        }

        Span latest() {
            return spans.lastEntry().getValue();
        }

        void add(IntervalLine line) {
            last = line;
            Span added = Span.of(line);
            Map.Entry<Double, Span> before = spans.floorEntry(added.from);
            if (before != null && before.getValue().touches(added)) {
                added = spans.remove(before.getKey()).with(added);
            }
            Map.Entry<Double, Span> after = spans.higherEntry(added.from);
            while (after != null && after.getValue().touches(added)) {
                added = spans.remove(after.getKey()).with(added);
                after = spans.higherEntry(added.from);
            }
            spans.put(added.from, added);
        }
    }

    /** Looks at the next line. */
    void add(IntervalLine line, double logStart, Visitor visitor) {
        Tag tag = tags.get(line.tag());
        if (Double.isNaN(firstLogStart)) {
            firstLogStart = logStart;
        } else if (logStart != firstLogStart) {
            visitor.found(
                    Finding.OTHER_START,
                    line,
                    String.format(Locale.ROOT, " startTime=%.3f first=%.3f", logStart, firstLogStart));
        }
        if (tag == null) {
            tags.put(line.tag(), new Tag(line));
            return;
        }
        Span span = Span.of(line);
        Span last = Span.of(tag.last);
        if (span.from < last.from) {
            found(Finding.OUT_OF_ORDER, span, line, last, visitor);
        }
        Span overlapped = span.overlaps(last) ? last : tag.overlapped(span);
        if (span.from == last.from && span.to == last.to) {
            found(Finding.DUPLICATE, span, line, last, visitor);
        } else if (overlapped != null) {
            found(Finding.OVERLAP, span, line, overlapped, visitor);
        } else if (span.from > last.from && !span.touches(tag.latest()) && span.from > tag.latest().to) {
            found(Finding.GAP, span, line, tag.latest(), visitor);
        }
        tag.add(line);
    }

    private void found(Finding finding, Span span, IntervalLine line, Span other, Visitor visitor) {
        String lines = other.firstLine == other.lastLine
                ? Long.toString(other.firstLine)
                : other.firstLine + "-" + other.lastLine;
        String times = String.format(
                Locale.ROOT,
                " from=%.3f to=%.3f otherLine=%s otherFrom=%.3f otherTo=%.3f",
                span.from - firstLogStart,
                span.to - firstLogStart,
                lines,
                other.from - firstLogStart,
                other.to - firstLogStart);
        visitor.found(finding, line, times);
    }

    /**
     * Compares the stated largest value of a line with that of its histogram, which reveals the unit in which the log
     * states values.
     */
    void addMax(IntervalLine line, long largest, Visitor visitor) {
        if (line.maxValue() < LEAST_MAX || largest <= 0) {
            return;
        }
        double unit = Math.rint(Math.log10(largest / line.maxValue()));
        if (Double.isNaN(statedUnit)) {
            statedUnit = unit;
        } else if (unit != statedUnit) {
            visitor.found(
                    Finding.OTHER_UNIT,
                    line,
                    String.format(
                            Locale.ROOT,
                            " stated=%.3f largest=%d unit=1e%.0f firstUnit=1e%.0f",
                            line.maxValue(),
                            largest,
                            unit,
                            statedUnit));
        }
    }
}
