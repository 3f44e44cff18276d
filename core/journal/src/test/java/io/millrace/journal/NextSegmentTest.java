package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Access;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time at which the next segment is requested, if its creation takes as many nanoseconds as it has bytes. */
class NextSegmentTest {

    private static final int SEGMENT_BYTES = 1 << 23;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES);

    @TempDir
    Path dir;

    private JournalTable table;
    private SegmentStore store;
    private SegmentFile segment;
    private NextSegment next;
    private SegmentPreparer preparer;
    private long nowNs;

    @BeforeEach
    void enterSegment() {
        Journal.open(dir, OPTIONS).close();
        table = JournalTable.open(dir, Access.READ_WRITE);
        store = new SegmentStore(dir, table, Access.READ_WRITE);
        segment = store.acquire(0);
        SegmentCreator creator = new SegmentCreator(dir, table.id(), OPTIONS, "owner", FaultInjector.NONE, () -> {});
        preparer = new SegmentPreparer(store, creator, () -> {});
        next = new NextSegment(preparer, () -> nowNs);
        next.enter(segment, segment.first);
    }

    @AfterEach
    void close() {
        store.close();
        table.close();
    }

    /** Fills the segment at a speed, and returns at which eighth of it the next segment was requested. */
    private int asksAt(double nsPerByte, boolean rolls) {
        int room = segment.limit - segment.first;
        for (int at = 0; at < room; at += 64) {
            nowNs += (long) (64 * nsPerByte);
            next.check(segment.first + at, rolls);
            if (preparer.isAsked()) {
                return at * 8 / room;
            }
        }
        throw new AssertionError("never asked");
    }

    @Test
    void aSlowAppenderAsksInTheMiddle() {
        assertEquals(4, asksAt(3, false));
    }

    @Test
    void aFastAppenderAsksOnceItsSpeedIsKnown() {
        assertEquals(1, asksAt(1.5, false));
    }

    @Test
    void aSmallSegmentIsNotWorthIt() {
        Path smallDir = dir.resolve("small");
        JournalOptions small = OPTIONS.withSegmentSizeBytes(1 << 22);
        Journal.open(smallDir, small).close();
        try (JournalTable smallTable = JournalTable.open(smallDir, Access.READ_WRITE);
                SegmentStore smallStore = new SegmentStore(smallDir, smallTable, Access.READ_WRITE)) {
            segment = smallStore.acquire(0);
            next = new NextSegment(preparer, () -> nowNs);
            next.enter(segment, segment.first);
            assertEquals(4, asksAt(0.1, false));
        }
    }

    @Test
    void aSegmentThatMayEndAtAnyTimeHasTheNextAskedForAtOnce() {
        assertEquals(0, asksAt(100, true));
    }

    @Test
    void fromTheSecondSegmentOnTheSpeedIsKnown() {
        nowNs += SEGMENT_BYTES * 3L / 2;
        next.enter(segment, segment.first);
        assertEquals(0, asksAt(1.5, false));
    }

    @Test
    void anAppenderThatWasSlowInTheLastSegmentAsksInTheMiddle() {
        nowNs += SEGMENT_BYTES * 100L;
        next.enter(segment, segment.first);
        assertEquals(4, asksAt(1, false));
    }

    @Test
    void anAppenderThatEntersTheLastPartAsksAtOnce() {
        NextSegment late = new NextSegment(preparer, () -> nowNs);
        late.enter(segment, segment.limit - 1024);
        late.check(segment.limit - 512, false);
        assertTrue(preparer.isAsked());
    }
}
