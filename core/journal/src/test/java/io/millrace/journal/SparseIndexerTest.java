package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
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

    /** Appends until an entry of the first segment's index exists. */
    private static void fillUpTo(Appender appender, SegmentFile segment, int entry) {
        SparseIndex index = new SparseIndex();
        long last = 0;
        while (index.get(segment, entry) == null
                && SparseIndex.boundary(segment, (int) Index.position(last)) <= entry) {
            last = Messages.append(appender, "message");
        }
        Await.until("the indexer has written entry " + entry, () -> index.get(segment, entry) != null);
    }

    @Test
    void theNextIndexerContinuesWhereThePreviousHasStopped() {
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

    @Test
    void aSingleOwnerIndexesWhatItAppendsItself() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
        for (int opened = 0; opened < 3; opened++) {
            try (Journal journal = Journal.open(dir, options);
                    Appender appender = journal.appender()) {
                long first = appender.segment() + (opened == 0 ? 0 : 1);
                while (appender.segment() < first + 2) {
                    appendAny(appender, random);
                }
                assertIndexed(journal, first, "seed=" + seed);
            }
        }
        VerifyReport verified = JournalVerifier.verify(dir);
        assertTrue(verified.isSound(), () -> "seed=" + seed + " " + verified.findings());
    }

    /** Appends one message, or several frames of both kinds together, which may reach over several entries. */
    private static void appendAny(Appender appender, SplittableRandom random) {
        if (random.nextBoolean()) {
            Messages.append(appender, "m".repeat(random.nextInt(100)));
            return;
        }
        FrameBatch batch = appender.batch();
        for (int frame = random.nextInt(1, 20); frame > 0; frame--) {
            int length = random.nextInt(1_000);
            batch.begin(random.nextBoolean() ? FrameKind.DATA : FrameKind.METADATA, length);
            batch.end(length);
        }
        appender.publish(Appender.ANY_SEGMENT);
    }

    private static void assertIndexed(Journal journal, long number, String seed) {
        SparseIndex index = new SparseIndex();
        SegmentFile segment = journal.store().acquire(number);
        SparseIndex.Entry closing = index.get(segment, SparseIndex.CLOSING_ENTRY);
        assertNotNull(closing, seed);
        int last = SparseIndex.boundary(segment, closing.position());
        for (int entry = SparseIndex.boundary(segment, segment.first) + 1; entry <= last; entry++) {
            assertNotNull(index.get(segment, entry), seed + " entry=" + entry);
        }
        journal.store().release(segment);
    }
}
