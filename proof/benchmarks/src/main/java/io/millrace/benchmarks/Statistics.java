package io.millrace.benchmarks;

import java.util.Arrays;
import java.util.Collection;

/** The few statistics that reports use. */
final class Statistics {
    private Statistics() {}

    /** Returns the middle value, or the mean of the two middle values of an even number of them. */
    static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new BenchmarkException("no values to take a median of");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns (largest - smallest) / median: how far the forks of one side lie apart. */
    static double spread(Collection<Double> values) {
        double smallest = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double largest = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return largest == smallest ? 0 : (largest - smallest) / median(values);
    }
}
