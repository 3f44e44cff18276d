package io.millrace.measure;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A goal of a service: a share of its operations takes no longer than a time.
 *
 * @param percentile the share in per cent, above 0 and at most 100
 * @param limitNs the time in nanoseconds, from 1
 */
public record LatencyGoal(double percentile, long limitNs) {
    private static final Pattern TEXT = Pattern.compile("([0-9.]{1,12})\\s*%\\s*<=?\\s*([0-9.]{1,12})\\s*(ns|us|ms|s)");

    /** Checks the numbers. */
    public LatencyGoal {
        if (!(percentile > 0 && percentile <= 100) || limitNs < 1) {
            throw new MeasureException("goal out of range percentile=" + percentile + " limitNs=" + limitNs);
        }
    }

    /**
     * Reads a goal such as {@code 99.9%<10ms}, in ns, us, ms or s.
     *
     * @throws MeasureException if the text is none
     */
    public static LatencyGoal parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new MeasureException("not a goal text=" + text + " example=99.9%<10ms");
        }
        double unitNs = switch (matcher.group(3)) {
            case "ns" -> 1;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            default -> 1e9;
        };
        try {
            return new LatencyGoal(
                    Double.parseDouble(matcher.group(1)), Math.round(Double.parseDouble(matcher.group(2)) * unitNs));
        } catch (NumberFormatException e) {
            throw new MeasureException("not a goal text=" + text + " example=99.9%<10ms", e);
        }
    }

    /** Returns the goal in words, such as {@code 99.9% within 10 ms}. */
    String text() {
        String share = percentile == Math.rint(percentile) ? Long.toString((long) percentile) : "" + percentile;
        return share + "% within " + PlotScale.time(limitNs);
    }

    @Override
    public String toString() {
        return percentile + "%<" + limitNs + "ns";
    }
}
