package io.millrace.journal;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event: an appender takes the next segment; the duration is its wait. */
@Name("io.millrace.journal.Roll")
@Label("Journal Roll")
@Description("An appender continued in the next segment; the duration is its wait for that segment")
@Category({"Millrace", "Journal"})
@StackTrace(false)
final class RollEvent extends Event {

    @Label("Directory")
    String directory;

    @Label("Segment")
    long segment;

    static RollEvent started() {
        RollEvent event = new RollEvent();
        event.begin();
        return event;
    }

    void ended(Path of, long number) {
        end();
        if (shouldCommit()) {
            directory = of.toString();
            segment = number;
            commit();
        }
    }
}
