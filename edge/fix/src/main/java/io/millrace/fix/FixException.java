package io.millrace.fix;

/** An engine of FIX cannot do what it is told, or its journal is not what it has to be. */
public class FixException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public FixException(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public FixException(String message, Throwable cause) {
        super(message, cause);
    }
}
