package io.millrace.interaction;

/** The server does not know the name of a client, so it is not known which of its changes were carried out. */
public final class UnknownClientException extends InteractionException {

    private static final long serialVersionUID = 1;

    /** Creates the exception. */
    public UnknownClientException(String message) {
        super(message);
    }
}
