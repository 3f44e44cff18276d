package io.millrace.net;

/** An error with a peer that is there: certificates do not fit, or what it sends is not what it has to be. */
final class RefusingPeerException extends NetException {

    private static final long serialVersionUID = 1;

    RefusingPeerException(String message) {
        super(message);
    }

    RefusingPeerException(String message, Throwable cause) {
        super(message, cause);
    }
}
