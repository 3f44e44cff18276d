package io.millrace.wire;

/**
 * Is told what a reader passes over since its classes do not have it. Called by the thread that reads, in the middle of
 * a message; what it throws ends the reading of that message. Where none is set this costs nothing.
 */
public interface WireObserver {
    /**
     * A field of a message, or a parameter of a call, that the reader does not have.
     *
     * @param type the reader's class or method, by its full name
     * @param field the name of the field as it was written
     * @param value its value in YAML
     */
    default void unknownField(String type, String field, String value) {}

    /**
     * A constant that the reader's enum does not have, in whose place the one marked {@link Unknown} is read.
     *
     * @param type the reader's enum, by its full name
     * @param constant the name of the constant as it was written
     */
    default void unknownConstant(String type, String constant) {}
}
