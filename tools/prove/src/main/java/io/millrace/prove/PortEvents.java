package io.millrace.prove;

/** What clients of {@link PortsProof} follow. */
public interface PortEvents {
    /** Says that an alarm has begun. */
    void raised(long alarm, long reading);

    /** Says that the value of an alarm has come back. */
    void returned(long alarm, long reading);

    /** Says that the timer of an alarm has fired. */
    void escalated(long alarm);

    /** Says that the database knows that a client takes care of an alarm. */
    void acknowledged(long alarm, String caller);

    /** Says that there is a note. */
    void noted(String caller, long number);
}
