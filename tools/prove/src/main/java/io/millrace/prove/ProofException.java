package io.millrace.prove;

/** Something that a proof says never happens has happened. */
final class ProofException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProofException(String message) {
        super(message);
    }

    ProofException(String message, Throwable cause) {
        super(message, cause);
    }
}
