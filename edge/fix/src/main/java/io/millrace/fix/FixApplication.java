package io.millrace.fix;

/** The application of a session that is run without channels: its inputs as calls. */
public interface FixApplication {

    /** Takes a message, in the order of numbers; it is valid during the call. */
    void message(FixSession session, long timeNs, FixMessage message);

    /** Says that Logons were exchanged. */
    default void loggedOn(FixSession session, long timeNs) {}

    /** Says that a connection has ended on which Logons were exchanged. */
    default void loggedOut(FixSession session, long timeNs) {}
}
