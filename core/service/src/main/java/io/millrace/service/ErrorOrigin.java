package io.millrace.service;

import java.util.Locale;
import java.util.Objects;

/**
 * Where an error arose that an {@link ErrorHandler} is told.
 *
 * @param kind what it arose in
 * @param name the name of that
 */
public record ErrorOrigin(Kind kind, String name) {

    /** What an error arises in. */
    public enum Kind {
        /** A component, source or gateway. */
        COMPONENT,
        /** A channel: its journal's background threads, which force, index and remove segments. */
        CHANNEL,
        /** The thread of an event loop, outside its tasks. */
        THREAD,
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

    /** Returns it as messages have it: {@code component=feed}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + "=" + name;
    }
}
