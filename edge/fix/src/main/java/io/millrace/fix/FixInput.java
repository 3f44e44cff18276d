package io.millrace.fix;

/** Is given what sessions have received for the application, each message once and in the order of its session. */
public interface FixInput {

    /**
     * Makes a call of a message, or none.
     *
     * @param number MsgSeqNum (34)
     * @param timeNs when it was received, in nanoseconds since 1970
     * @param message valid during the call
     * @throws FixValueException if a value is not what its type says; the message is reported and left out
     */
    void message(FixSessionId session, long number, long timeNs, FixMessage message);

    /** Learns that Logons were exchanged. */
    default void loggedOn(FixSessionId session, long timeNs) {}

    /** Learns that the connection has ended. */
    default void loggedOut(FixSessionId session, long timeNs) {}
}
