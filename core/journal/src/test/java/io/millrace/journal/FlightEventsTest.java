package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal does not start the flight recorder unless a recording runs. */
@Tag("process")
class FlightEventsTest {

    @TempDir
    Path dir;

    @Test
    void aProcessThatRecordsNothingLoadsNothingOfTheRecorder() throws Exception {
        Path loaded = dir.resolve("loaded");
        Process process = JavaCommand.of(Child.class, dir.resolve("journal").toString())
                .withFlags("-Xlog:class+load:file=" + loaded)
                .builder()
                .inheritIO()
                .start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the process does not end");
            assertEquals(0, process.exitValue());
        } finally {
            process.destroyForcibly().waitFor();
        }
        List<String> classes = Files.readAllLines(loaded);
        assertTrue(classes.stream().anyMatch(line -> line.contains(" io.millrace.journal.SegmentPreparer ")));
        assertEquals(
                List.of(),
                classes.stream()
                        .filter(line -> line.contains(" jdk.jfr.internal."))
                        .limit(3)
                        .toList());
    }

    /** Opens, appends, syncs and rolls. */
    static final class Child {
        private Child() {}

        public static void main(String... args) {
            JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
            try (Journal journal = Journal.open(Path.of(args[0]), options);
                    Appender appender = journal.appender()) {
                appender.awaitSynced(Messages.append(appender, "first"));
                while (Index.segment(appender.lastIndex()) == 0) {
                    Messages.append(appender, "fills the segment");
                }
            }
        }
    }
}
