package io.millrace.examples.alarms;

import io.millrace.wire.Query;
import io.millrace.wire.Reply;
import java.util.List;

/** What operators may ask of the {@link AlarmDesk}. */
public interface Operators {
    /**
     * Acknowledges an alarm. Answered with the alarm once the database has it; refused where there is no such alarm.
     */
    Reply<Alarm> acknowledge(long alarm, String by);

    /** Adds a note to an alarm; nothing is answered. */
    void note(long alarm, String text);

    /** Returns the open alarms, the oldest first. */
    @Query
    List<Alarm> open();
}
