package io.millrace.fix;

/**
 * What an operator may order of sessions, as calls of the channel {@code operations} of a topology: in order with each
 * other, once each whatever kills the process, and kept with their outcome in the journal of the engine. A session is
 * named as {@link FixSessionId#toString()} does.
 */
public interface FixOperations {

    /** The operations. */
    enum Kind {
        START,
        STOP,
        SET_NEXT_INCOMING,
        SET_NEXT_OUTGOING,
        REQUEST_RESEND,
        RESET,
        DISCONNECT
    }

    /** The outcome of an order that was carried out. */
    String DONE = "done";

    /** The outcome that says again what was ordered before. */
    String KEPT = "kept";

    /** Lets a session that was stopped connect, or be connected, again. */
    void start(String session);

    /** Logs a session out; it stays disconnected, over restarts too, until it is started. */
    void stop(String session);

    /** Sets the number that is expected next. A number that is too high loses messages. */
    void setNextIncoming(String session, long number);

    /** Sets the number of the next message that is sent; what was sent from there on is not sent again. */
    void setNextOutgoing(String session, long number);

    /**
     * Asks the counterparty of a session that is logged on for its messages again, from a number that was received:
     * they come to the application a second time, as the counterparty sends them.
     */
    void requestResend(String session, long from);

    /** Disconnects a session, and begins both numbers at 1. What the sides lack of each other is lost. */
    void reset(String session);

    /** Closes the connection of a session at once, without a Logout. */
    void disconnect(String session);
}
