package io.millrace.service;

import java.util.Locale;
import java.util.Objects;

/**
 * The origin of an error that an {@link ErrorHandler} receives.
 *
 * @param kind the kind of its origin
 * @param name the name of the origin
 */
public record ErrorOrigin(Kind kind, String name) {

    /** The kind of an origin. */
    public enum Kind {
        /** A component, source or gateway. */
        COMPONENT,
        /** A channel: its journal's background threads, which force, index and remove segments. */
        CHANNEL,
        /** The thread of an event loop, outside its tasks. */
        THREAD,
        /** A section that a module adds to the topology. */
        SECTION,
        /** The topology as a whole. */
        TOPOLOGY
    }

    /** Checks that nothing is null. */
    public ErrorOrigin {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
    }

    /** Returns the origin of an error in a component. */
    public static ErrorOrigin component(String name) {
        return new ErrorOrigin(Kind.COMPONENT, name);
    }

    /** Returns the origin of an error in a channel. */
    public static ErrorOrigin channel(String name) {
        return new ErrorOrigin(Kind.CHANNEL, name);
    }

    /** Returns the origin of an error in the thread of an event loop. */
    public static ErrorOrigin thread(String name) {
        return new ErrorOrigin(Kind.THREAD, name);
    }

    /** Returns the origin of an error in a section of a topology. */
    public static ErrorOrigin section(String key) {
        return new ErrorOrigin(Kind.SECTION, key);
    }

    /** Returns the origin of an error in a topology as a whole. */
    public static ErrorOrigin topology(String name) {
        return new ErrorOrigin(Kind.TOPOLOGY, name);
    }

    /** Returns it as messages have it: {@code component=feed}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + "=" + name;
    }
}
