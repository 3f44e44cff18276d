package io.millrace.examples.alarms;

/** Where the value of an alarm is. */
public enum Condition {
    /** It has not come back to the low limit. */
    HIGH,
    /** It has come back. */
    NORMAL
}
