package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.memory.Memory;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rare events are reported to the flight recorder, and counted in the journal. */
class FlightRecorderTest {

    private static final List<String> NAMES = List.of("Roll", "Sync", "Recovery", "Fence", "Removal");

    @TempDir
    Path dir;

    @Test
    void rareEventsAreRecordedWithTheirIndexes() throws Exception {
        Path journals = dir.resolve("journal");
        Path file = dir.resolve("events.jfr");
        long synced;
        try (Recording recording = new Recording()) {
            NAMES.forEach(
                    name -> recording.enable("io.millrace.journal." + name).withoutThreshold());
            recording.start();
            synced = work(journals);
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        for (String name : NAMES) {
            RecordedEvent event = events.stream()
                    .filter(found -> found.getEventType().getName().equals("io.millrace.journal." + name)
                            && found.getString("directory").equals(journals.toString()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("event=" + name));
            switch (name) {
                case "Roll" -> assertEquals(1, event.getLong("segment"));
                case "Sync" -> assertEquals(Index.toText(synced), event.getString("syncedIndex"));
                case "Fence" -> assertEquals(77 % OwnershipLock.WRITERS, event.getInt("slot"));
                case "Removal" -> assertTrue(event.getLong("firstKept") >= 1);
                default -> assertEquals(1, event.getInt("segments"));
            }
        }
    }

    /** Causes at least one event of each kind, and returns the first index that was synced. */
    private static long work(Path directory) {
        JournalOptions options =
                JournalOptions.defaults().withSegmentSizeBytes(1 << 16).withOwnership(Ownership.SHARED);
        try (Journal journal = Journal.open(directory, options);
                Appender appender = journal.appender()) {
            long index = Messages.append(appender, "first");
            appender.awaitSynced(index);
            FrameWalk.Tail tail = journal.end();
            SegmentFile segment = journal.store().acquire(tail.segment());
            long claimOfNobody = FrameLayout.claim(16, 77 % OwnershipLock.WRITERS, 1);
            assertTrue(Memory.compareAndSetLong(segment.memory, tail.position(), 0, claimOfNobody));
            journal.store().release(segment);
            Await.until("the claim is fenced", () -> journal.info().counters().fenced() > 0);
            while (Index.segment(appender.lastIndex()) == 0) {
                Messages.append(appender, "fills the segment");
            }
            Await.until(
                    "retention removes a segment",
                    () -> !journal.retain(RetentionPolicy.keepAll().withMaxSizeBytes(0))
                            .segments()
                            .isEmpty());
            JournalInfo.Counters counters = journal.info().counters();
            assertEquals(1, counters.fenced());
            assertEquals(1, counters.forces());
            assertTrue(counters.forcedNs() > 0);
            return index;
        }
    }
}
