package io.millrace.fix;

/**
 * What a receiver has found out, as calls in the order of their numbers: the input of the sender, and in its
 * application calls that of the application. Times are nanoseconds since 1970. A message is valid during the call.
 * Implementations of a part need only the methods that concern it.
 */
public interface FixEvents {

    /** Reports that a connection is there. */
    default void connected(long timeNs) {}

    /** Reports that a connection has ended. */
    default void disconnected(long timeNs) {}

    /** Reports that the peer's Logon was accepted; {@code nextIncoming} is the number that is expected after it. */
    default void loggedOn(long timeNs, FixMessage logon, long nextIncoming) {}

    /** Reports that the peer's Logon was refused for the reason in {@code text}. */
    default void refused(long timeNs, FixMessage logon, String text) {}

    /**
     * Reports that something was received that needs nothing but the note that the peer lives; {@code number} was
     * processed last.
     */
    default void heard(long timeNs, long number) {}

    /** Reports that a message for the application was accepted. */
    default void application(long timeNs, FixMessage message, long number) {}

    /** Reports that a message that the session handles itself was accepted, see {@link FixExtension#takes}. */
    default void taken(long timeNs, FixMessage message, long number) {}

    /** Reports that the peer asks for a sign of life. */
    default void testRequest(long timeNs, FixMessage message, long number) {}

    /** Reports that the peer asks for messages again, up to {@code end}, which is 0 for all. */
    default void resendRequest(long timeNs, long begin, long end, long number) {}

    /** Reports that messages are missing, up to {@code end}, which is 0 for all. */
    default void gap(long timeNs, long begin, long end) {}

    /** Reports that a message was not valid; {@code tag} may be {@link FixProblem#NO_TAG}. */
    default void rejected(long timeNs, FixMessage message, long number, FixRejectReason reason, int tag, String text) {}

    /** Reports that the peer wants to end the session. */
    default void logout(long timeNs, FixMessage message, long number) {}

    /** Reports that the session cannot continue; the reason is for the peer, or null if a Reject has told it. */
    default void ended(long timeNs, String text) {}

    /** Reports that the connection is to be closed without a word to the peer; the reason is for operators. */
    default void closed(long timeNs, String reason) {}
}
