package io.millrace.kafka;

import io.millrace.service.ServiceException;

/** A setting, a topic or its records are not what a source or gateway needs; the same would fail again. */
public class KafkaServiceException extends ServiceException {

    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message only. */
    public KafkaServiceException(String message) {
        super(message);
    }

    /** Makes an exception with its cause. */
    public KafkaServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
