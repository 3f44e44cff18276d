package io.millrace.examples.market;

/** The input cannot be read as trades. The message names file, line, column and value where they are known. */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message only. */
    public InputException(String message) {
        super(message);
    }

    /** Makes one with its cause. */
    public InputException(String message, Throwable cause) {
        super(message, cause);
    }
}
