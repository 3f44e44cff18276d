package io.millrace.console;

import io.millrace.server.RefusedException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The times over which rates are kept. */
enum RateRange {
    MINUTES("10m", 1, 600),
    HOUR("1h", 6, 600),
    HOURS("6h", 30, 720);

    private final String key;
    private final int stepSeconds;
    private final int steps;

    RateRange(String key, int stepSeconds, int steps) {
        this.key = key;
        this.stepSeconds = stepSeconds;
        this.steps = steps;
    }

    RateHistory history() {
        return new RateHistory(stepSeconds, steps);
    }

    /**
     * Returns the range of a parameter.
     *
     * @throws RefusedException where it is none
     */
    static RateRange of(String key) {
        return Arrays.stream(values())
                .filter(range -> range.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        400,
                        "range is none of "
                                + Arrays.stream(values())
                                        .map(range -> range.key)
                                        .collect(Collectors.joining(", "))
                                + " range=" + key));
    }
}
