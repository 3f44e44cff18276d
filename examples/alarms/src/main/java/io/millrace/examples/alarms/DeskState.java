package io.millrace.examples.alarms;

import io.millrace.wire.Reply;

/** The calls of a snapshot of an {@link AlarmDesk}. */
public interface DeskState {
    /** Restores an alarm. */
    void alarm(Alarm alarm);

    /** Restores a request to the database without a result; the name is empty where it acknowledges nothing. */
    void request(long alarm, String by, Reply<Alarm> reply);
}
