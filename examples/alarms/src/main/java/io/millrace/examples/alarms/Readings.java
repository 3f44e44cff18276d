package io.millrace.examples.alarms;

/** What sensors measure. */
public interface Readings {
    /** Says that a sensor has measured something. */
    void reading(Reading reading);
}
