package io.millrace.wire;

/**
 * A message, a schema or a Java type that cannot be written or read. It is the only exception that malformed input
 * can cause. The message names what, where and the offending value as {@code name=value}; the type and the field are
 * added while the exception travels outwards through the messages that contain each other.
 */
public class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CONTEXT_CHARS = 1_000;

    private final StringBuilder context = new StringBuilder();

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

    /** Names the type and the field at hand, innermost first; bounded, since a deep input adds one per level. */
    WireException within(String type, String field) {
        if (context.length() < MAX_CONTEXT_CHARS) {
            context.append(" type=").append(type);
            if (field != null) {
                context.append(" field=").append(field);
            }
        }
        return this;
    }

    @Override
    public String getMessage() {
        return super.getMessage() + context;
    }
}
