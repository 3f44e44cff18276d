package io.millrace.kafka;

/** A record is no call, whatever the settings of the source; the message says why. */
final class BadRecordException extends KafkaServiceException {

    private static final long serialVersionUID = 1L;

    BadRecordException(String message) {
        super(message);
    }

    BadRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
