package io.millrace.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was counted beside a figure, and is compared with nothing.
 *
 * @param figure the name of the figure, or of the case that it stands for
 * @param unit the unit of all parts
 * @param side the name of the side
 * @param parts the values by name, in the order of the report
 */
public record Beside(String figure, String unit, String side, Map<String, Double> parts) {
    /** Copies the parts, keeping their order. */
    public Beside {
        parts = new LinkedHashMap<>(parts);
    }

    @Override
    public Map<String, Double> parts() {
        return new LinkedHashMap<>(parts);
    }
}
