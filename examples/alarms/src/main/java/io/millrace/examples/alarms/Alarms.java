package io.millrace.examples.alarms;

/** What becomes of alarms. */
public interface Alarms {
    /** Says that an alarm has begun. */
    void raised(Alarm alarm);

    /** Says that the value of an alarm has come back. */
    void returned(Alarm alarm);

    /** Says that no operator has acknowledged an alarm in time. */
    void escalated(Alarm alarm);

    /** Says that an alarm was acknowledged, and the database knows. */
    void acknowledged(Alarm alarm);

    /** Says that there is a note about an alarm. */
    void noted(Alarm alarm);

    /** Says that the database has refused a change. */
    void notStored(long alarm, String reason);
}
