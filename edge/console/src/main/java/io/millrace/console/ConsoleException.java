package io.millrace.console;

/** An error of the console: an option that is not valid, or a directory that is none. */
public final class ConsoleException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates an error without a cause. */
    public ConsoleException(String message) {
        super(message);
    }

    /** Creates an error with its cause. */
    public ConsoleException(String message, Throwable cause) {
        super(message, cause);
    }
}
