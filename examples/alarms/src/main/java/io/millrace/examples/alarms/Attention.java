package io.millrace.examples.alarms;

/** What people have done about an alarm. */
public enum Attention {
    /** It is new. */
    WAITING,
    /** No operator has acknowledged it in time. */
    ESCALATED,
    /** An operator takes care of it; the database knows. */
    ACKNOWLEDGED
}
