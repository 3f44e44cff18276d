package io.millrace.console;

import java.util.Optional;

/** A latency of a hop, as {@code millrace run} prints it at the end. */
enum LatencyMeasure {
    /** From when the input was written to when the component took it. */
    WAITING("waiting"),
    /** From when the component took the input to when the output was written. */
    SERVICE("service"),
    /** From when the first input should have started to when the output was written. */
    END_TO_END("endToEnd");

    private final String key;

    LatencyMeasure(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    static Optional<LatencyMeasure> of(String key) {
        for (LatencyMeasure measure : values()) {
            if (measure.key.equals(key)) {
                return Optional.of(measure);
            }
        }
        return Optional.empty();
    }
}
