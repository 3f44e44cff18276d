package io.millrace.journal;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event: a force, and the synced index after it. */
@Name("io.millrace.journal.Sync")
@Label("Journal Sync")
@Description("Published frames were forced to the storage device")
@Category({"Millrace", "Journal"})
@StackTrace(false)
final class SyncEvent extends Event {

    @Label("Directory")
    String directory;

    @Label("Synced Index")
    String syncedIndex;

    static SyncEvent started() {
        SyncEvent event = new SyncEvent();
        event.begin();
        return event;
    }

    void ended(Path of, long synced) {
        end();
        if (shouldCommit()) {
            directory = of.toString();
            syncedIndex = Index.toText(synced);
            commit();
        }
    }
}
