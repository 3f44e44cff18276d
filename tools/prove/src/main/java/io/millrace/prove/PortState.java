package io.millrace.prove;

import io.millrace.wire.Reply;

/** The calls of a snapshot of a {@link PortDesk}. */
public interface PortState {
    /** Restores the newest alarm, and whether its value is high. */
    void alarm(long newest, PortDesk.Level level);

    /** Restores a total. */
    void total(String caller, long total);

    /** Restores a request to the database without a result. */
    void request(long alarm, String caller, Reply<String> reply);
}
