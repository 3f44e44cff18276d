package io.millrace.service;

/** How bad it is what an {@link ErrorHandler} is told. */
public enum Severity {
    /** Something worth knowing that needs nobody: a gateway is asked again, or its other side is back. */
    NOTE,
    /**
     * The run continues in full; somebody should look: an error was recorded, the other side of a gateway went away.
     */
    WARNING,
    /** Something is broken in the background, such as the forcing of a journal; calls that need it will fail. */
    ERROR,
    /** The topology or loop has failed and ends. */
    FATAL
}
