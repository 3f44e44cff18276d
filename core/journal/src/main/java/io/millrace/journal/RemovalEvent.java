package io.millrace.journal;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event: retention removed segments. */
@Name("io.millrace.journal.Removal")
@Label("Journal Removal")
@Description("Retention removed segments")
@Category({"Millrace", "Journal"})
@StackTrace(false)
final class RemovalEvent extends Event {

    @Label("Directory")
    String directory;

    @Label("First Kept Segment")
    long firstKept;

    @Label("Bytes")
    long bytes;

    static void of(Path directory, long firstKept, long bytes) {
        RemovalEvent event = new RemovalEvent();
        if (event.shouldCommit()) {
            event.directory = directory.toString();
            event.firstKept = firstKept;
            event.bytes = bytes;
            event.commit();
        }
    }
}
