package io.millrace.cli;

/** Thrown when standard output cannot be written, except if its reader has closed it. */
final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutputException(String message, Throwable cause) {
        super(message, cause);
    }
}
