package io.millrace.clients;

/** A request that is refused; the client gets the message. */
final class RequestException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RequestException(String message) {
        super(message, null, false, false);
    }
}
