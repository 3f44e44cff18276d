package io.millrace.measure;

import java.util.Objects;

/**
 * One interval of a log. The histogram is decoded only when it is asked for.
 *
 * @param tag the tag of the times; empty if the line has none
 * @param startSeconds the beginning of the interval: seconds since 1970 where the log says when it began, else as
 *     written
 * @param lengthSeconds its length
 * @param maxValue the largest value as the line states it, in the unit of its writer
 * @param lineNumber its line in the log, from 1
 * @param payload the histogram as the line holds it
 */
public record IntervalLine(
        String tag,
        double startSeconds,
        double lengthSeconds,
        double maxValue,
        long lineNumber,
        EncodedHistogram payload) {
    /** Checks that nothing is missing. */
    public IntervalLine {
        Objects.requireNonNull(tag);
        Objects.requireNonNull(payload);
    }

    /** Returns the end of the interval, in the time of {@link #startSeconds}. */
    public double endSeconds() {
        return startSeconds + lengthSeconds;
    }
}
