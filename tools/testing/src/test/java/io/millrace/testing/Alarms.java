package io.millrace.testing;

/** What the components of these tests make. */
public interface Alarms {
    void alarm(Alarm alarm);
}
