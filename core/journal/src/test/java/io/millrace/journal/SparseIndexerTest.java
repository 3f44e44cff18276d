package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparseIndexerTest {

    private static final long EARLIER_MS = 1_000;
    private static final long LATER_MS = 2_000;

    @TempDir
    Path dir;

    private final AtomicLong clockMs = new AtomicLong(EARLIER_MS);

    private Journal open() {
        return Journal.open(
                dir,
                JournalOptions.defaults()
                        .withSegmentSizeBytes(1 << 16)
                        .withOwnership(Ownership.SHARED)
                        .withClock(() -> Instant.ofEpochMilli(clockMs.get())));
    }

    /** Appends until an entry of the first segment's index is there. */
    private static void fillUpTo(Appender appender, SegmentFile segment, int entry) {
        SparseIndex index = new SparseIndex();
        long last = 0;
        while (index.get(segment, entry) == null) {
            if (SparseIndex.boundary(segment, (int) Index.position(last)) > entry) {
                LockSupport.parkNanos(1_000_000); // it is the indexer's turn
            } else {
                last = Messages.append(appender, "message");
            }
        }
    }

    @Test
    void whoTakesOverGoesOnWhereTheOtherHasStopped() {
        try (Journal first = open()) {
            SegmentFile segment = first.store().acquire(0);
            try (Appender appender = first.appender()) {
                fillUpTo(appender, segment, 4);
                try (Journal second = open()) {
                    assertTakenOver(first, appender, second);
                }
            }
        }
    }

    private void assertTakenOver(Journal first, Appender appender, Journal second) {
        SegmentFile segment = second.store().acquire(0);
        fillUpTo(appender, segment, 7);
        appender.close();
        first.close();
        clockMs.set(LATER_MS);
        try (Appender goesOn = second.appender()) {
            fillUpTo(goesOn, segment, 12);
        }
        SparseIndex index = new SparseIndex();
        for (int entry = 3; entry <= 7; entry++) {
            assertEquals(EARLIER_MS, index.get(segment, entry).clockMs(), "entry " + entry);
        }
        assertEquals(LATER_MS, index.get(segment, 12).clockMs());
        second.store().release(segment);
    }
}
