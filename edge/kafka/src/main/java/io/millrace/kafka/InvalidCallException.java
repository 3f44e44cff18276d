package io.millrace.kafka;

/** A call does not fit the settings of a gateway; it is refused. */
final class InvalidCallException extends KafkaServiceException {

    private static final long serialVersionUID = 1L;

    InvalidCallException(String message) {
        super(message);
    }

    InvalidCallException(String message, Throwable cause) {
        super(message, cause);
    }
}
