package io.millrace.wire;

import java.util.List;

/**
 * A message, a schema or a Java type that cannot be written or read. It is the only exception that malformed input
 * can cause. The message names what, where and the offending value as {@code name=value}; the type and the field are
 * added while the exception travels outwards through the messages that contain each other.
 */
public class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CONTEXT_CHARS = 1_000;

    private final StringBuilder context = new StringBuilder();
    private boolean ofField;

    /** False for what a message's own code has thrown, which does not know where in the input it was. */
    private boolean placed = true;

    /**
     * An error with no other exception behind it.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireException(String message) {
        super(message);
    }

    /**
     * An error that another exception caused.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the exception behind this one
     */
    public WireException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Names the type and the field at hand, innermost first; for generated code. Anything but a {@link WireException},
     * such as what the constructor of a record has thrown, becomes the cause of one.
     *
     * @param error what went wrong
     * @param type the full name of the message's type, or the name of the call
     * @param fields the names of its fields
     * @param field which of them it was, or -1 where it was none
     * @return the exception to throw
     */
    public static WireException within(RuntimeException error, String type, List<String> fields, int field) {
        WireException wire = error instanceof WireException known ? known : refused(error);
        // Bounded, since a deep input adds a part for each level.
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
        return refused.unplaced();
    }

    /** Says that whoever reads has to say where this was, by {@link #at}. */
    WireException unplaced() {
        placed = false;
        return this;
    }

    /** Says how far the input had been read, where nothing says it as yet. */
    WireException at(int offset) {
        if (!placed) {
            context.append(" offset=").append(offset);
            placed = true;
        }
        return this;
    }

    /** Says which message of a stream it was, and where that begins, where {@code line} is not 0. */
    public WireException inMessage(long number, int line) {
        context.append(" message=").append(number);
        if (line > 0) {
            context.append(" messageLine=").append(line);
        }
        return this;
    }

    /** A message is of another class than was declared; for generated code. */
    public static WireException otherClass(Object message, String declared) {
        return new WireTypeException("a message is of a subclass of what was declared, and would lose fields; seal the"
                + " declared type declared=" + declared + " type="
                + message.getClass().getName());
    }

    /** Whether it was the value of a field that is wrong, and not a message as a whole. */
    public boolean isOfField() {
        return ofField;
    }

    @Override
    public String getMessage() {
        return super.getMessage() + context;
    }
}
