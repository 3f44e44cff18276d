package io.millrace.telemetry;

import io.millrace.service.ServiceException;

/** Telemetry that cannot be collected or sent, or settings of it that are wrong. */
public final class TelemetryException extends ServiceException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message what is wrong, where and with which value
     */
    public TelemetryException(String message) {
        super(message);
    }

    /**
     * Creates an error that something else caused.
     *
     * @param message what is wrong, where and with which value
     * @param cause what caused it
     */
    public TelemetryException(String message, Throwable cause) {
        super(message, cause);
    }
}
