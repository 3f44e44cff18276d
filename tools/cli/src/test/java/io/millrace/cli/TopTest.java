package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Appender;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.RetentionPolicy;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators see of a journal that others use at the same time. */
@Tag("process")
class TopTest {
    private static final MemorySegment PAYLOAD = MemorySegment.ofArray(new byte[1000]);

    @TempDir
    private Path directory;

    @Test
    void topShowsALiveJournalAndHowFarItsReadersAre() throws Exception {
        try (Journal journal = Journal.open(
                        directory.resolve("data/trades"),
                        JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
                Appender appender = journal.appender()) {
            long tenth = 0;
            for (long index = 0, i = 1; Index.segment(index) < 2; i++) {
                index = appender.append(PAYLOAD, 0, 1000);
                tenth = i == 10 ? index : tenth;
            }
            appender.awaitSynced(appender.lastIndex());
            journal.position("billing").set(tenth);
            journal.position("audit");
            journal.position("audit").park();
            appender.append(PAYLOAD, 0, 1000);
            long messages = journal.messages();

            String top = CommandProcess.run(directory, "top", "--rounds", "2", "--every", "0.05", "data")
                    .well();
            assertEquals(
                    2, top.lines().filter(line -> line.startsWith("channel")).count(), top);
            assertTrue(top.matches("(?s).*\ntrades +" + messages + " +0 +[0-9,]+ +3 +1\n.*"), top);
            assertTrue(top.matches("(?s).*\n  billing +10 +0 +" + (messages - 10) + " to go\n.*"), top);

            journal.position("billing").set(appender.lastIndex());
            Await.until(
                    "retention removes a segment",
                    () -> !journal.retain(RetentionPolicy.keepAll().withMaxSizeBytes(0))
                            .segments()
                            .isEmpty());
            String after = CommandProcess.run(directory, "top", "--rounds", "1", "data/trades")
                    .well();
            assertTrue(after.matches("(?s).*\n  billing +" + messages + " +0 to go\n.*"), after);
        }
    }

    @Test
    void aWrongIntervalOrPlaceIsRefused() throws Exception {
        Ended wrong = CommandCall.run("top", "--every", "0", ".");
        assertEquals(2, wrong.code());
        assertTrue(wrong.err().contains("every=0.0"), wrong.err());
        Ended nothing = CommandCall.run("top", "nowhere");
        assertEquals(2, nothing.code());
        assertTrue(nothing.err().contains("no such channel path=nowhere"), nothing.err());
    }
}
