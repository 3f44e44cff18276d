package io.millrace.remote;

import io.millrace.interaction.InteractionException;

/** A connection cannot be made, or has failed; the message says why. */
public final class RemoteException extends InteractionException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message. */
    public RemoteException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public RemoteException(String message, Throwable cause) {
        super(message, cause);
    }
}
