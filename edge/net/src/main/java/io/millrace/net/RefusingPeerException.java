package io.millrace.net;

/** An error with a peer that is there: certificates do not fit, or what it sends is not what it has to be. */
public final class RefusingPeerException extends NetException {

    private static final long serialVersionUID = 1;

    /** Creates an error without a cause. */
    public RefusingPeerException(String message) {
        super(message);
    }

    /** Creates an error with its cause. */
    public RefusingPeerException(String message, Throwable cause) {
        super(message, cause);
    }
}
