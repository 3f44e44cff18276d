package io.millrace.measure;

import java.util.Locale;

/**
 * The difference of a percentile between two sets of runs.
 *
 * @param percentile which one, in per cent
 * @param beforeNs its value in the first set
 * @param afterNs its value in the second set
 * @param lowestChange the lower end of the 95 % interval of after / before - 1
 * @param highestChange its upper end
 */
public record PercentileChange(
        double percentile, long beforeNs, long afterNs, double lowestChange, double highestChange) {
    /** The conclusions about a difference. */
    public enum Verdict {
        /** The second set is lower, which is better. */
        LOWER,
        /** The second set is higher, which is worse. */
        HIGHER,
        /** The interval holds zero: if there is a difference, these runs do not show it. */
        NO_DIFFERENCE_SEEN
    }

    /** Returns the conclusion. */
    public Verdict verdict() {
        if (highestChange < 0) {
            return Verdict.LOWER;
        }
        return lowestChange > 0 ? Verdict.HIGHER : Verdict.NO_DIFFERENCE_SEEN;
    }

    /** Returns the answer as a sentence, for example {@code p99 8.1% to 12.3% lower}. */
    public String text() {
        String name = percentile >= 100 ? "max" : "p" + trimmed(percentile);
        return switch (verdict()) {
            case LOWER -> name + " " + percent(-highestChange) + " to " + percent(-lowestChange) + " lower";
            case HIGHER -> name + " " + percent(lowestChange) + " to " + percent(highestChange) + " higher";
            case NO_DIFFERENCE_SEEN ->
                name + " no difference seen (" + signed(lowestChange) + " to " + signed(highestChange) + ")";
        };
    }

    private static String trimmed(double value) {
        return value % 1 == 0 ? Long.toString((long) value) : Double.toString(value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private static String signed(double share) {
        return String.format(Locale.ROOT, "%+.1f%%", 100 * share);
    }
}
