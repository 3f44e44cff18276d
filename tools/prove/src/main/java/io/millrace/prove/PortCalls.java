package io.millrace.prove;

import io.millrace.wire.Query;
import io.millrace.wire.Reply;

/** What clients of {@link PortsProof} call. */
public interface PortCalls {
    /** Counts a note; not answered. */
    void note(String caller, long number);

    /** Adds to a total and returns it; refuses what is negative, and fails where it is 0. */
    long add(String caller, long amount);

    /** Stores the client that takes care of an alarm; answered when the database has it. */
    Reply<String> acknowledge(String caller, long alarm);

    /** Returns the total of a caller. */
    @Query
    long total(String caller);
}
