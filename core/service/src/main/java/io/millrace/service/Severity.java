package io.millrace.service;

/** The severity of an error that an {@link ErrorHandler} is told. */
public enum Severity {
    /** Something worth knowing that needs no action: a gateway is called again, or its other side is back. */
    NOTE,
    /**
     * The run continues in full; an operator should look: an error was recorded, the other side of a gateway went away.
     */
    WARNING,
    /** Something failed in the background, such as the forcing of a journal; calls that need it will fail. */
    ERROR,
    /** The topology or loop has failed and ends. */
    FATAL
}
