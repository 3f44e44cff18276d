package io.millrace.measure;

import java.util.Locale;

/**
 * How many times better one of two programs is, by some figure, and within which bounds that is known.
 *
 * @param ratio the ratio of the medians of all starts; above 1 where the first is better
 * @param lowest the lower end of its 95 % interval
 * @param highest the upper end
 */
public record RatioInterval(double ratio, double lowest, double highest) {
    /** What can be said about a ratio. */
    public enum Verdict {
        /** The first is better. */
        BETTER,
        /** The first is worse. */
        WORSE,
        /** The interval holds one: if there is a difference, these runs do not show it. */
        NO_DIFFERENCE_SEEN
    }

    /** Returns the conclusion. */
    public Verdict verdict() {
        if (lowest > 1) {
            return Verdict.BETTER;
        }
        return highest < 1 ? Verdict.WORSE : Verdict.NO_DIFFERENCE_SEEN;
    }

    /** Returns the answer for people, for example {@code 4.12 to 4.63 times}. */
    public String text() {
        String range = String.format(Locale.ROOT, "%.2f to %.2f", lowest, highest);
        return verdict() == Verdict.NO_DIFFERENCE_SEEN ? "no difference seen (" + range + ")" : range + " times";
    }
}
