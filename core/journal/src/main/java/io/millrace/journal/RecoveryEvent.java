package io.millrace.journal;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event: the result of a recovery on opening. */
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

    static RecoveryEvent started() {
        RecoveryEvent event = new RecoveryEvent();
        event.begin();
        return event;
    }

    void ended(Path of, boolean restarted, long synced) {
        end();
        if (shouldCommit()) {
            directory = of.toString();
            machineRestarted = restarted;
            syncedIndex = Index.toText(synced);
            segments = SegmentName.list(of).size();
            commit();
        }
    }
}
