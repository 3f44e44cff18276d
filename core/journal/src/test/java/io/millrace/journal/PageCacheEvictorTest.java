package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.memory.Access;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments are evicted by age, where an eighth of the memory is as large as two segments. */
class PageCacheEvictorTest {

    private static final int SEGMENTS = 10;
    private static final long SEGMENT_BYTES = JournalOptions.MIN_SEGMENT_SIZE_BYTES;
    private static final long MEMORY_BYTES = 8 * 2 * SEGMENT_BYTES;
    private static final int MESSAGE_BYTES = 1000;

    @TempDir
    Path dir;

    private final List<String> hints = new ArrayList<>();

    @BeforeEach
    void writeSegments() {
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);
        MemorySegment message = MemorySegment.ofArray(new byte[MESSAGE_BYTES]);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender()) {
            for (long n = 0; n < SEGMENTS * SEGMENT_BYTES / MESSAGE_BYTES; n++) {
                appender.append(message, 0, MESSAGE_BYTES);
            }
        }
    }

    @Test
    void segmentsThatLagAreWrittenBackAndLaterEvicted() {
        assertHints(0, 3, "");
        assertHints(0, 4, "write 0");
        assertHints(0, 6, "write 0, write 1, write 2, release 0");
        assertHints(
                0,
                9,
                "write 0, write 1, write 2, write 3, write 4, write 5, release 0, release 1, release 2, release 3");
    }

    @Test
    void whatWasWrittenBeforeTheOpeningIsLeftAlone() {
        assertHints(5, 7, "");
        assertHints(5, 9, "write 4, write 5");
    }

    @Test
    void nothingIsDoneTwiceAndWhatIsGoneIsPassedOver() throws Exception {
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE);
                SegmentStore store = new SegmentStore(dir, table, Access.READ_WRITE)) {
            PageCacheEvictor pages = pages(store);
            open(store, 0);
            pages.step();
            open(store, 5);
            pages.step();
            assertEquals("write 0, write 1", taken());
            pages.step();
            assertEquals("", taken());
            Files.delete(SegmentName.file(dir, 2));
            open(store, 7);
            pages.step();
            assertEquals("write 3, release 0, release 1", taken());
        }
    }

    /**
     * Checks the hints; the highest opened segment may only be ready for the writer, which is in the segment before.
     */
    private void assertHints(long opened, long highest, String expected) {
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE);
                SegmentStore store = new SegmentStore(dir, table, Access.READ_WRITE)) {
            PageCacheEvictor pages = pages(store);
            open(store, opened);
            pages.step();
            open(store, highest);
            pages.step();
            assertEquals(expected, taken());
        }
    }

    private PageCacheEvictor pages(SegmentStore store) {
        return new PageCacheEvictor(
                store,
                () -> MEMORY_BYTES,
                file -> hints.add("write " + number(file)),
                file -> hints.add("release " + number(file)));
    }

    private static void open(SegmentStore store, long number) {
        store.release(store.acquire(number));
    }

    private long number(Path file) {
        return SegmentName.list(dir).stream()
                .filter(each -> SegmentName.file(dir, each).equals(file))
                .findFirst()
                .orElseThrow();
    }

    private String taken() {
        String taken = String.join(", ", hints);
        hints.clear();
        return taken;
    }
}
