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
     * @throws IllegalArgumentException if there is none of that name; the message names the nearest one
     */
    public static IdleStrategy named(String name) {
        return switch (name) {
            case "adaptive" -> new AdaptiveIdleStrategy();
            case "busy" -> new BusySpinIdleStrategy();
            case "yielding" -> new YieldingIdleStrategy();
            case "backoff" -> new BackoffIdleStrategy();
            case "parking" -> new ParkingIdleStrategy();
            default ->
                throw new IllegalArgumentException("unknown idle strategy name=" + name + " nearest=" + nearest(name)
                        + " known=" + String.join(",", NAMES));
        };
    }

    private static String nearest(String name) {
        String nearest = NAMES.getFirst();
        for (String candidate : NAMES) {
            if (edits(name, candidate) < edits(name, nearest)) {
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Counts the insertions, deletions and replacements of a letter that lead from one word to the other. */
    private static int edits(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
