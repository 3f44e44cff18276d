package io.millrace.server;

/** An error of the server: an option that is not valid, or an address at which it cannot listen. */
public final class ServerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates an error without a cause. */
    public ServerException(String message) {
        super(message);
    }

    /** Creates an error with its cause. */
    public ServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
