package io.millrace.interaction;

/** How a method is answered. */
public enum InteractionPattern {
    /** The caller gets a value, or waits until the call was made; at once or as a {@code CompletionStage}. */
    RESPONSE,
    /** The caller gets an object whose calls travel. */
    PROXY,
    /** The last argument is called exactly once. */
    CALLBACK,
    /** A function from an allow-list is sent to an actor. */
    VISITOR,
    /** A snapshot comes, then what changes, until the end. */
    SUBSCRIPTION,
    /** A part of the service from an allow-list is made for this session. */
    HANDLER,
    /** There is no answer. */
    ONE_WAY,
    /** An event for a subscriber, or the answer of a callback. */
    EVENT
}
