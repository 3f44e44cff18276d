package io.millrace.hdr;

import io.millrace.measure.MeasureException;

/** The units in which values are shown, by the number of nanoseconds that they are divided by. */
final class Units {
    private static final double MS = 1e6;

    private Units() {}

    static void check(double ratio) {
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            throw new MeasureException("unit ratio must be positive ratio=" + ratio);
        }
    }

    static String name(double ratio) {
        if (ratio == 1) {
            return "ns";
        }
        if (ratio == 1e3) {
            return "us";
        }
        if (ratio == MS) {
            return "ms";
        }
        return ratio == 1e9 ? "s" : "value/" + trimmed(ratio);
    }

    static String trimmed(double value) {
        return value % 1 == 0 ? Long.toString((long) value) : Double.toString(value);
    }
}
