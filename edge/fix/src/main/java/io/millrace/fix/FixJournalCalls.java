package io.millrace.fix;

import io.millrace.wire.Bytes;

/**
 * The calls of the journal of an engine, in which it keeps what its sessions have received and sent, and their numbers.
 * The journal is an ordinary channel, for {@code millrace dump} and {@code tail} too. A session is named as {@link
 * FixSessionId#toString()} does. Passwords of Logons are masked.
 */
public interface FixJournalCalls {

    /** Keeps a message for the application; the number after it is expected next. */
    void application(long number, Bytes message, String session);

    /** Keeps another message that was received, after which {@code expected} is expected next. */
    void received(long expected, Bytes message, String session);

    /**
     * Keeps a message that was sent, or numbered while there was no connection.
     *
     * @param cause the index of the call in the channel of the application that it was made of; -1 for another message
     */
    void sent(long number, Bytes message, long cause, String session);

    /** Says that the number which is expected next was set. */
    void expecting(long number, String session);

    /** Sets the number of the next message that is sent; sent messages from there on are forgotten. */
    void numberedFrom(long number, String session);

    /** Says by which application version (ApplVerID) later messages are read that name none. */
    void version(String version, String session);

    /** Says that Logons were exchanged. */
    void loggedOn(String session);

    /** Says that the connection has ended. */
    void loggedOut(String session);

    /** Keeps which call in the channel of the application could not be sent, and why. */
    void refused(long cause, String reason, String session);

    /**
     * Keeps that an order of an operator was carried out, or why not.
     *
     * @param order the index of the call in the channel of operations
     * @param operation the constant of {@link FixOperations.Kind}
     * @param outcome {@code done}, {@code kept} where it says again what was ordered before, or why it was refused
     * @param session empty where there is no such session
     */
    void operated(long order, String operation, String outcome, String session);

    /**
     * Says again what is known of a session, so that calls before this one are needed for their messages alone.
     *
     * @param expected the number that is expected next
     * @param number the number of the next message that is sent
     * @param activeNs when something was kept of it last, in nanoseconds since 1970
     * @param loggedOnNs when Logons were exchanged, if the connection has not ended since; else 0
     * @param cause the greatest index of a call of the application that was sent or refused, in any session; -1 if none
     *     was
     * @param version as {@link #version} has said it; empty if it has not
     */
    void known(long expected, long number, long activeNs, long loggedOnNs, long cause, String version, String session);
}
