package io.millrace.service;

/** What happens to a service whose component throws. */
public enum ErrorPolicy {
    /** The service stops, with nothing of the input written. */
    STOP,
    /** An error record takes the place of the input's outputs, and the service goes on. */
    RECORD
}
