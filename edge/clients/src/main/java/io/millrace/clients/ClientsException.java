package io.millrace.clients;

/** The server for clients cannot start, or has failed. */
public final class ClientsException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates an exception with its message. */
    public ClientsException(String message) {
        super(message);
    }

    /** Creates an exception with its message and its cause. */
    public ClientsException(String message, Throwable cause) {
        super(message, cause);
    }
}
