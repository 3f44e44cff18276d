package io.millrace.harness;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Further values that were measured together with a figure, and are not compared.
 *
 * @param figure the name of the figure, or of the case that it stands for
 * @param unit the unit of all parts
 * @param side the name of the side
 * @param parts the values by name, in the order of the report
 */
public record FurtherValues(String figure, String unit, String side, Map<String, Double> parts) {
    /** Copies the parts, keeping their order. */
    public FurtherValues {
        parts = new LinkedHashMap<>(parts);
    }

    @Override
    public Map<String, Double> parts() {
        return new LinkedHashMap<>(parts);
    }
}
