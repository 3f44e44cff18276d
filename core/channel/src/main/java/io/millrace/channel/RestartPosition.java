package io.millrace.channel;

import java.util.Optional;

/**
 * The named positions by which services keep in a journal what a restart of theirs needs. Such a position says what
 * must be kept, not how far the service has read: it moves one step late, and a service holds one in its own output
 * too. How far a service has read is stated by its output.
 */
public final class RestartPosition {

    private static final String PREFIX = "restart of ";

    private RestartPosition() {}

    /**
     * Returns the name of the position of a service.
     *
     * @param service its name
     */
    public static String of(String service) {
        return PREFIX + service;
    }

    /**
     * Returns the service whose restart a named position serves.
     *
     * @param position the name of a position
     * @return the name of the service; empty for the position of a reader
     */
    public static Optional<String> service(String position) {
        return position.startsWith(PREFIX) ? Optional.of(position.substring(PREFIX.length())) : Optional.empty();
    }
}
