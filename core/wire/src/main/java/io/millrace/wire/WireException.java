package io.millrace.wire;

import java.util.List;

/**
 * A message, a schema or a Java type cannot be written or read. It is the only exception that malformed input can
 * cause. The message states what is wrong, where, and the value, as {@code name=value}; the type and the field are
 * added while the exception passes through the nested messages.
 */
public class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CONTEXT_CHARS = 1_000;

    private final StringBuilder context = new StringBuilder();
    private boolean ofField;

    /** Whether the error states where in the input it was; the code of a message cannot know this. */
    private boolean hasOffset = true;

    /**
     * Creates an exception without a cause.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the cause
     */
    public WireException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Adds the current type and field to an error, innermost first; for generated code. Any other exception, such as
     * one of a record's constructor, becomes the cause of a new {@link WireException}.
     *
     * @param error the exception
     * @param type the full name of the message's type, or the name of the call
     * @param fields the names of its fields
     * @param field the position of the field, or -1 if the error is not in a field
     * @return the exception to throw
     */
    public static WireException within(RuntimeException error, String type, List<String> fields, int field) {
        WireException wire = error instanceof WireException known ? known : refused(error);
        // The text is bounded, since nested input adds a part for each level.
        if (wire.context.length() < MAX_CONTEXT_CHARS) {
            wire.ofField = wire.context.isEmpty() ? field >= 0 : wire.ofField;
            wire.context.append(" type=").append(type);
            if (field >= 0 && field < fields.size()) {
                wire.context.append(" field=").append(fields.get(field));
            }
        }
        return wire;
    }

    private static WireException refused(RuntimeException error) {
        WireException refused = new WireException("a message was refused error=" + error, error);
        return refused.withoutOffset();
    }

    /** Marks this error as one without an offset, so that the reader adds it by {@link #addOffset}. */
    WireException withoutOffset() {
        hasOffset = false;
        return this;
    }

    /** Adds the offset in the input if the error does not state it yet. */
    WireException addOffset(int offset) {
        if (!hasOffset) {
            context.append(" offset=").append(offset);
            hasOffset = true;
        }
        return this;
    }

    /** Adds the number of the message in its stream, and the line on which it begins if {@code line} is not 0. */
    public WireException inMessage(long number, int line) {
        context.append(" message=").append(number);
        if (line > 0) {
            context.append(" messageLine=").append(line);
        }
        return this;
    }

    /** Returns the error for a message of another class than declared; for generated code. */
    public static WireException otherClass(Object message, String declared) {
        return new WireTypeException("a message is of a subclass of the declared type and would lose fields; seal the"
                + " declared type declared=" + declared + " type="
                + message.getClass().getName());
    }

    /** Returns the error for the call of a default method that cannot be written; for generated code. */
    public static WireException notACall(String method, String parameters) {
        return new WireTypeException("a default method has parameters that cannot be written, so it cannot be called"
                + " through a channel; a helper is a static method method=" + method + " parameters=" + parameters);
    }

    /** Returns whether the error is in the value of a field, not in a message as a whole. */
    public boolean isOfField() {
        return ofField;
    }

    @Override
    public String getMessage() {
        return super.getMessage() + context;
    }
}
