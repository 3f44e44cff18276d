package io.millrace.prove.fix;

/** Something that the proof needs cannot be had, or what was to be proved is false. */
public final class FixProofException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FixProofException(String message) {
        super(message);
    }

    FixProofException(String message, Throwable cause) {
        super(message, cause);
    }
}
