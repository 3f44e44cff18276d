package io.millrace.journal;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flight recorder event: what recovery found on opening. */
@Name("io.millrace.journal.Recovery")
@Label("Journal Recovery")
@Description("A journal was brought into the state that appenders rely on")
@Category({"Millrace", "Journal"})
@StackTrace(false)
final class RecoveryEvent extends Event {

    @Label("Directory")
    String directory;

    @Label("Machine Restarted")
    boolean machineRestarted;

    @Label("Synced Index")
    String syncedIndex;

    @Label("Segments")
    int segments;
}
