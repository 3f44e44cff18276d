package io.millrace.examples.alarms;

/** The calls of a snapshot of a {@link Threshold}. */
public interface ThresholdState {
    /** Restores a sensor; the alarm is 0 where there is none. */
    void sensor(String sensor, Limit limit, long alarm);

    /** Restores the number of the newest alarm. */
    void newest(long alarm);
}
