package io.millrace.examples.alarms;

/** When sensors leave their limits and come back. */
public interface Crossings {
    /** Says that a value has reached the high limit. */
    void exceeded(long alarm, Reading reading);

    /** Says that the value of an alarm has come back to the low limit. */
    void returned(long alarm, Reading reading);
}
