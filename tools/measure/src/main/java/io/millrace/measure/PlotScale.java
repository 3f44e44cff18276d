package io.millrace.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The mapping of values to coordinates on an axis, linear or logarithmic.
 *
 * @param kind how values are spread
 * @param low the value at the beginning
 * @param high the value at the end
 * @param from the coordinate of the beginning
 * @param to the coordinate of the end
 */
record PlotScale(Kind kind, double low, double high, double from, double to) {
    private static final int DEFAULT_TICKS = 6;

    /** How values are spread over an axis. */
    enum Kind {
        LINEAR,
        LOGARITHMIC
    }

    /** Returns an axis of times that begins and ends with a power of ten. */
    static PlotScale ofTimes(double lowNs, double highNs, double from, double to) {
        double low = Math.pow(10, Math.floor(Math.log10(Math.max(1, lowNs))));
        double high = Math.pow(10, Math.ceil(Math.log10(Math.max(low * 10, highNs))));
        return new PlotScale(Kind.LOGARITHMIC, low, high, from, to);
    }

    /** Returns the coordinate of a value; a value outside is drawn at the edge. */
    double at(double value) {
        double inside = Math.clamp(value, low, high);
        double share =
                kind == Kind.LINEAR ? (inside - low) / (high - low) : Math.log(inside / low) / Math.log(high / low);
        return from + share * (to - from);
    }

    double at(long value) {
        return at((double) value);
    }

    /** Returns round values along the axis. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (kind == Kind.LOGARITHMIC) {
            for (double tick = low; tick <= high * 1.001; tick *= 10) {
                ticks.add(tick);
            }
            return ticks;
        }
        double step = round((high - low) / DEFAULT_TICKS);
        for (double tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step) {
            ticks.add(tick);
        }
        return ticks;
    }

    /** Returns the next of 1, 2, 5, 10, 20, 50 and so on. */
    private static double round(double step) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(step, 1e-9))));
        double digits = step / power;
        return power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
    }

    /** Returns a time in the unit that suits it. */
    static String time(double ns) {
        if (ns < 1e3) {
            return number(ns) + " ns";
        }
        if (ns < 1e6) {
            return number(ns / 1e3) + " us";
        }
        return ns < 1e9 ? number(ns / 1e6) + " ms" : number(ns / 1e9) + " s";
    }

    static String time(long ns) {
        return time((double) ns);
    }

    /** Returns a number with three digits, thousands and millions abbreviated. */
    static String number(double value) {
        if (value >= 1e6) {
            return trimmed(value / 1e6) + " M";
        }
        return value >= 1e4 ? trimmed(value / 1e3) + " K" : trimmed(value);
    }

    private static String trimmed(double value) {
        String text = String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
