package io.millrace.cli;

/** Standard output cannot be written, for another reason than that its reader has gone. */
final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutputException(String message, Throwable cause) {
        super(message, cause);
    }
}
