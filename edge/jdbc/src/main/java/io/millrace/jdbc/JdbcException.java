package io.millrace.jdbc;

/** The gateway cannot continue. The message names what, where and the wrong value. */
public class JdbcException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message only. */
    public JdbcException(String message) {
        super(message);
    }

    /** Makes an exception with its cause. */
    public JdbcException(String message, Throwable cause) {
        super(message, cause);
    }
}
