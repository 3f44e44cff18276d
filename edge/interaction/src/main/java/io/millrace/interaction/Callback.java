package io.millrace.interaction;

/**
 * The last parameter of a method whose answer is exactly one call back. An interface that extends this one declares one
 * more method, with the answer, so that a lambda may implement it. Either that method is called once, or {@link
 * #failed} is; over a transport, in the thread that receives.
 */
public interface Callback {

    /**
     * Learns that there will be no answer. It throws the reason unless overridden, and so gives it to the error handler
     * of the client.
     *
     * @param reason why, with the text of the service where that refused the call
     */
    default void failed(InteractionException reason) {
        throw reason;
    }
}
