package io.millrace.interaction;

/**
 * A part of a service that the client chooses and the server makes for one session, such as one that sends heartbeats.
 * It is a record or a class with fields, whose values the client sends, and its class is on the allow-list of the
 * server. So clients of different versions may choose different handlers.
 *
 * @param <C> the calls that the client can make on it; they have a {@code close()}
 * @param <S> the subscriber that it calls
 */
@FunctionalInterface
public interface SessionHandler<C, S extends Subscriber> {

    /**
     * Starts it.
     *
     * @param client what it calls; limited by the credit of the session alone, not by that of a subscription
     * @return what the client calls; it is closed when the session ends
     */
    C open(S client);
}
