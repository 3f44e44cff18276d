package io.millrace.concurrent;

import java.util.List;

/** The idle strategies by the names that configuration uses. */
public final class IdleStrategies {

    private static final List<String> NAMES = List.of("adaptive", "backoff", "busy", "parking", "yielding");

    private IdleStrategies() {}

    /** Returns a new strategy of the default kind, {@code backoff}. */
    public static IdleStrategy defaultStrategy() {
        return new BackoffIdleStrategy();
    }

    /** Returns the names that {@link #named} knows, sorted. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Returns a new strategy: {@code adaptive}, {@code backoff}, {@code busy}, {@code parking} or {@code yielding}.
     *
     * @throws IllegalArgumentException if the name is unknown; the message has the known ones
     */
    public static IdleStrategy named(String name) {
        return switch (name) {
            case "adaptive" -> new AdaptiveIdleStrategy();
            case "busy" -> new BusySpinIdleStrategy();
            case "yielding" -> new YieldingIdleStrategy();
            case "backoff" -> new BackoffIdleStrategy();
            case "parking" -> new ParkingIdleStrategy();
            default ->
                throw new IllegalArgumentException(
                        "unknown idle strategy name=" + name + " known=" + String.join(",", NAMES));
        };
    }
}
