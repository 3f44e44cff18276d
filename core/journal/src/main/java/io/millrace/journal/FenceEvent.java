package io.millrace.journal;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event: a claim was turned into padding. */
@Name("io.millrace.journal.Fence")
@Label("Journal Fence")
@Description("Frame claimed by a dead or silent writer became padding")
@Category({"Millrace", "Journal"})
@StackTrace(false)
final class FenceEvent extends Event {

    @Label("Directory")
    String directory;

    @Label("Index")
    String index;

    @Label("Writer Slot")
    int slot;

    static void of(Path directory, long index, int slot) {
        FenceEvent event = new FenceEvent();
        if (event.shouldCommit()) {
            event.directory = directory.toString();
            event.index = Index.toText(index);
            event.slot = slot;
            event.commit();
        }
    }
}
