package io.millrace.interaction;

/**
 * A function that a client sends to an actor. It is an enum or a record, so that it travels as a message, and its class
 * is on the allow-list of the server. One that changes the actor is an {@link UpdateVisitor}.
 *
 * @param <S> the state that it visits
 * @param <R> the type of its result
 */
@FunctionalInterface
public interface Visitor<S, R> {

    /**
     * Visits a state.
     *
     * @param state the state, which it must not keep
     * @return the result
     */
    R visit(S state);
}
