package io.millrace.service;

/**
 * A connection to an external system, for example a database. It also implements its request interfaces, and answers
 * each request by exactly one call on an output that its constructor got. It reads only synced input and is never
 * re-applied: after a restart it gets again every request whose outcome is not in the output, and must answer those
 * that it has carried out before with the outcome it then stored, in the same transaction, under its name, the journal
 * id and the index.
 *
 * <p>A gateway that is a {@link io.millrace.wire.CallHooks.UnknownCallHandler} is given every call that its interfaces
 * do not have, with its schema and its encoded arguments, as a request like any other.
 *
 * <p>Used by one thread. Calls of this interface may throw {@link GatewayUnavailableException} when the other side is
 * away: the runtime rolls back, waits, opens it again and repeats the requests.
 */
public interface Gateway extends AutoCloseable {

    /**
     * Connects to the other side; called again after it was away.
     *
     * @param context tells what is read, from where on, and during requests where the request stands
     * @throws ServiceException where the other side knows of a request beyond the end of its journal
     */
    void open(GatewayContext context);

    /** Makes the requests since the last commit durable on the other side; only then are their outcomes published. */
    void commit();

    /**
     * Begins to make the requests since the last {@code startCommit} durable, and may return before they are. What
     * began earlier is durable earlier.
     */
    default void startCommit() {
        commit();
    }

    /** Returns once the requests of the oldest {@link #startCommit()} that was not awaited are durable. */
    default void awaitCommit() {}

    /**
     * Returns whether further requests may be made, and one more batch of them committed, before the commit that has
     * begun last is awaited and its outcomes are published.
     */
    default boolean commitsBeside() {
        return false;
    }

    /** Returns whether the requests since the last commit are as many as the gateway can hold; asked after each. */
    default boolean isFull() {
        return false;
    }

    /** Returns how many requests are committed together at most, where the builder of the service says nothing. */
    default int batch() {
        return 256;
    }

    /**
     * Returns whether a call may wait for the other side so long that nothing else may run on its thread. A topology
     * gives such a gateway a thread of its own.
     */
    default boolean needsOwnThread() {
        return false;
    }

    /** Drops the requests since the last commit; they will be repeated. */
    void rollback();

    /** Lets go of the other side, also where it was never opened; what was not committed is forgotten. */
    @Override
    void close();
}
