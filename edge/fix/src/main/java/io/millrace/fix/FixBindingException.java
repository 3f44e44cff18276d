package io.millrace.fix;

/** A class or an interface cannot stand for messages of FIX; the message names the member. */
public final class FixBindingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FixBindingException(String message) {
        super(message);
    }

    FixBindingException(String message, Throwable cause) {
        super(message, cause);
    }
}
