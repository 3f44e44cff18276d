package io.millrace.testing;

/** A test cannot be carried out as it is set up. The message names what and where. */
public final class TestingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message only. */
    public TestingException(String message) {
        super(message);
    }

    /** Makes an exception with its cause. */
    public TestingException(String message, Throwable cause) {
        super(message, cause);
    }
}
