package io.millrace.wire;

/**
 * Is notified of values that a reader skips because its classes do not have them. The reading thread calls it in the
 * middle of a message; an exception ends the reading of that message. Without an observer this costs nothing.
 */
public interface WireObserver {
    /**
     * Handles a field of a message, or a parameter of a call, that the reader does not have.
     *
     * @param type the reader's class or method, by its full name
     * @param field the name of the field as it was written
     * @param value its value in YAML
     */
    default void unknownField(String type, String field, String value) {}

    /**
     * Handles a constant that the reader's enum does not have; the constant that is marked {@link Unknown} is read
     * instead.
     *
     * @param type the reader's enum, by its full name
     * @param constant the name of the constant as it was written
     */
    default void unknownConstant(String type, String constant) {}
}
