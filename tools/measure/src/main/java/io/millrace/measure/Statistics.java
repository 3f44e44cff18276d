package io.millrace.measure;

import java.util.Arrays;
import java.util.Collection;

/** The statistics that reports use. */
public final class Statistics {
    /** 97.5 % quantiles of Student's t distribution for 1 to 30 degrees of freedom. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.960;

    private Statistics() {}

    /**
     * Returns the middle value, or the mean of the two middle values of an even number of them.
     *
     * @throws MeasureException if there are none
     */
    public static double median(Collection<Double> values) {
        double[] sorted = sorted(values);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns (largest - smallest) / median: how far values lie apart; 0 where all are the same. */
    public static double spread(Collection<Double> values) {
        double[] sorted = sorted(values);
        double range = sorted[sorted.length - 1] - sorted[0];
        return range == 0 ? 0 : range / median(values);
    }

    /** Returns the mean of the values. */
    public static double mean(Collection<Double> values) {
        return Arrays.stream(sorted(values)).average().orElseThrow();
    }

    /**
     * Returns half the width of the 95 % confidence interval of the mean, by Student's t distribution: were the same
     * measurement repeated, its true mean would lie within mean plus or minus this 95 times in 100, if the values are
     * independent and roughly normal. Not a number for fewer than two values.
     */
    public static double confidence(Collection<Double> values) {
        int count = values.size();
        if (count < 2) {
            return Double.NaN;
        }
        double mean = mean(values);
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        return student(count - 1) * Math.sqrt(squares / (count - 1) / count);
    }

    private static double student(int degrees) {
        // Beyond the table the first term of the expansion around the normal quantile, (z^3 + z) / 4, is exact to
        // 0.001.
        return degrees <= STUDENT.length
                ? STUDENT[degrees - 1]
                : NORMAL + (NORMAL * NORMAL * NORMAL + NORMAL) / (4.0 * degrees);
    }

    private static double[] sorted(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new MeasureException("no values count=0");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
