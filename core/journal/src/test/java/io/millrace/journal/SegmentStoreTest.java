package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.fail;

import io.millrace.memory.Access;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unused segments stay mapped for a while. */
class SegmentStoreTest {

    private static final int SEGMENTS = 6;
    private static final long SEGMENT_BYTES = JournalOptions.MIN_SEGMENT_SIZE_BYTES;

    @TempDir
    Path dir;

    private JournalTable table;
    private SegmentStore store;
    private List<SegmentFile> opened;

    @BeforeEach
    void openSegments() {
        MemorySegment message = MemorySegment.ofArray(new byte[1000]);
        try (Journal journal = Journal.open(dir, JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES));
                Appender appender = journal.appender()) {
            while (Index.segment(appender.append(message, 0, 1000)) < SEGMENTS - 1) {
                // Until the last segment has a message.
            }
        }
        table = JournalTable.open(dir, Access.READ_WRITE);
        store = new SegmentStore(dir, table, Access.READ_WRITE);
        opened = LongStream.range(0, SEGMENTS).mapToObj(store::acquire).toList();
    }

    @AfterEach
    void close() {
        store.close();
        table.close();
    }

    private void release(long... numbers) {
        for (long number : numbers) {
            store.release(opened.get((int) number));
        }
    }

    private static long notAsked() {
        return fail("asked how much memory there is");
    }

    /** Returns the numbers of the segments that are still mapped as they were opened. */
    private String mapped() {
        return opened.stream()
                .filter(each -> each.memory.scope().isAlive())
                .map(each -> Long.toString(each.number))
                .reduce("", String::concat);
    }

    @Test
    void whatIsHeldStays() {
        release(1, 2);
        store.closeIdle(System.nanoTime() + SegmentStore.KEPT_NS, SegmentStoreTest::notAsked);
        assertEquals("0345", mapped());
    }

    @Test
    void theLastReleasedSegmentsStayAsFarAsThereIsMemory() {
        release(5, 0, 1, 4, 2);
        store.closeIdle(System.nanoTime(), () -> 2 * SEGMENT_BYTES);
        assertEquals("234", mapped());
    }

    @Test
    void theSizeOfTheMemoryIsNotAskedForFewSegments() {
        release(0, 1);
        store.closeIdle(System.nanoTime(), SegmentStoreTest::notAsked);
        assertEquals("012345", mapped());
    }

    @Test
    void acquiringAgainReturnsTheKeptSegment() {
        release(0);
        assertEquals(opened.get(0), store.acquire(0));
        store.closeIdle(System.nanoTime() + SegmentStore.KEPT_NS, SegmentStoreTest::notAsked);
        assertEquals("012345", mapped());
    }

    @Test
    void whatRetentionRemovesIsNotKept() throws Exception {
        release(0, 1);
        table.setFirstKept(1, 1);
        Files.delete(SegmentName.file(dir, 0));
        assertNull(store.acquireIfPresent(0));
        store.closeIdle(System.nanoTime(), SegmentStoreTest::notAsked);
        assertEquals("12345", mapped());
    }
}
