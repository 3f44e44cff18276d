package io.millrace.prove.kafka;

/** Something that a proof needs cannot be had, or what was to be proved is false. */
public final class KafkaProofException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    KafkaProofException(String message) {
        super(message);
    }

    KafkaProofException(String message, Throwable cause) {
        super(message, cause);
    }
}
