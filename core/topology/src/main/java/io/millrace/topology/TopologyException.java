package io.millrace.topology;

import io.millrace.service.ServiceException;

/**
 * A topology that cannot run as it is written: a misspelt key, an unknown channel or class, a missing parameter. The
 * message is one sentence that names the file, where known the line and column, the value and, where one is close,
 * the right one.
 */
public sealed class TopologyException extends ServiceException permits UnaskedHostException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error in a topology.
     *
     * @param message what is wrong, where and with which value
     */
    public TopologyException(String message) {
        super(message);
    }

    /**
     * Creates an error in a topology that something else caused.
     *
     * @param message what is wrong, where and with which value
     * @param cause what caused it
     */
    public TopologyException(String message, Throwable cause) {
        super(message, cause);
    }
}
