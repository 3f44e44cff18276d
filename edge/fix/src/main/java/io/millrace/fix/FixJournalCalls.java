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

    /** Says that Logons were exchanged. */
    void loggedOn(String session);

    /** Says that the connection has ended. */
    void loggedOut(String session);

    /** Keeps which call in the channel of the application could not be sent, and why. */
    void refused(long cause, String reason, String session);
}
