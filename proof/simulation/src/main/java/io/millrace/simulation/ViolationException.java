package io.millrace.simulation;

/** Something that must never happen has happened in a simulation. */
final class ViolationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ViolationException(String message) {
        super(message);
    }

    ViolationException(String message, Throwable cause) {
        super(message, cause);
    }
}
