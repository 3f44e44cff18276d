package io.millrace.client;

/** A call was refused, or it is not known whether it has arrived; or a client cannot do what it was asked. */
public final class ClientException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates an exception with its message. */
    public ClientException(String message) {
        super(message);
    }

    /** Creates an exception with its message and its cause. */
    public ClientException(String message, Throwable cause) {
        super(message, cause);
    }
}
