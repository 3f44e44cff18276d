package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages are found by their number and by their content, with any frames between them. */
class FrameSearchTest {

    private static final ValueLayout.OfLong KEY = ValueLayout.JAVA_LONG_UNALIGNED;

    @TempDir
    Path dir;

    private final List<Long> keys = new ArrayList<>();
    private final List<Long> indexes = new ArrayList<>();

    private static FrameComparator key(long key) {
        return (segment, offset, length) -> Long.compare(segment.get(KEY, offset), key);
    }

    /** Appends keys in order, with gaps and repetitions, and metadata in between. */
    private void fill(Appender appender, Random random, int count) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[200]);
        for (int i = 0; i < count; i++) {
            long key = (keys.isEmpty() ? 0 : keys.getLast()) + random.nextInt(4);
            bytes.set(KEY, 0, key);
            if (random.nextInt(10) == 0) {
                Messages.add(appender.batch(), FrameKind.METADATA, "about messages");
                appender.publish(Appender.ANY_SEGMENT);
            }
            indexes.add(appender.append(bytes, 0, 8 + random.nextInt(100)));
            keys.add(key);
        }
        assertTrue(Index.segment(indexes.getLast()) >= 3);
    }

    private static JournalOptions options() {
        return JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    }

    @Test
    void aMessageIsFoundByItsNumberAndKeepsIt() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            assertEquals(0, journal.messages());
            assertEquals(SeekResult.BEYOND_END, tailer.seekMessage(0));
            fill(appender, random, 4_000);
            assertEquals(4_000, journal.messages());
            assertNumbers(journal, tailer, 0, random, seed);
            List<Long> removed = new ArrayList<>();
            Await.until(
                    "retention removes a segment",
                    () -> removed.addAll(
                            journal.retain(RetentionPolicy.keepAll().withMaxSizeBytes(3 << 16))
                                    .segments()));
            int first = 0;
            while (Index.segment(indexes.get(first)) <= removed.getLast()) {
                first++;
            }
            assertTrue(first > 0);
            assertEquals(4_000, journal.messages());
            assertEquals(SeekResult.BEFORE_START, tailer.seekMessage(first - 1));
            assertEquals(first, journal.messagesBefore(Index.NONE));
            assertNumbers(journal, tailer, first, random, seed);
            assertEquals(4_000 - first, journal.messagesBetween(0, Index.of(1_000, 0)));
            assertEquals(0, journal.messagesBetween(0, indexes.get(first)));
        }
        try (Journal journal = Journal.openReadOnly(dir)) {
            assertEquals(4_000, journal.messages());
        }
    }

    @Test
    void messagesBetweenTwoIndexesAreCounted() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender()) {
            assertEquals(0, journal.messagesBetween(0, Index.of(7, 0)));
            fill(appender, random, 4_000);
            for (int i = 0; i < 300; i++) {
                int from = random.nextInt(4_000);
                int until = random.nextInt(4_000);
                long count = journal.messagesBetween(indexes.get(from), indexes.get(until));
                assertEquals(Math.max(0, until - from), count, "seed=" + seed + " from=" + from + " until=" + until);
            }
            assertEquals(1, journal.messagesBetween(indexes.get(7), indexes.get(7) + 1));
            assertEquals(4_000, journal.messagesBetween(0, indexes.getLast() + 1));
        }
    }

    @Test
    void aFrameNearAnyIndexIsFoundAndNoneBetweenIsFar() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            fill(appender, random, 4_000);
            Await.until("the sparse index is complete", () -> indexed(journal));
            long segments = Index.segment(indexes.getLast()) + 1;
            for (int i = 0; i < 300; i++) {
                long near = Index.of(random.nextLong(segments - 1), random.nextInt(1 << 16) & -8);
                String message = "seed=" + seed + " near=" + Index.toText(near);
                assertEquals(SeekResult.FOUND, tailer.seekNear(near), message);
                assertEquals(Read.MESSAGE, tailer.read());
                int found = indexes.indexOf(tailer.index());
                int passed = 0; // messages that begin between the one found and the index
                while (found + passed < indexes.size() && indexes.get(found + passed) <= near) {
                    passed++;
                }
                assertTrue(passed <= 8_192 / 16, message + " passed=" + passed);
                if (found > 0 && tailer.index() > near) {
                    assertTrue(indexes.get(found - 1) <= near, message);
                }
            }
            assertEquals(SeekResult.BEYOND_END, tailer.seekNear(Index.of(segments + 1, 0)));
            assertEquals(SeekResult.BEFORE_START, tailer.seekNear(Index.NONE));
            assertEquals(SeekResult.FOUND, tailer.seekNear(Index.of(1, 0)));
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals(1, Index.segment(tailer.index()));
        }
    }

    private void assertNumbers(Journal journal, Tailer tailer, int first, Random random, long seed) {
        for (int i = 0; i < 300; i++) {
            int number = i == 0 ? first : first + random.nextInt(keys.size() - first);
            assertEquals(SeekResult.FOUND, tailer.seekMessage(number), "seed=" + seed);
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals(indexes.get(number), tailer.index(), "seed=" + seed + " number=" + number);
            assertEquals(number, journal.messagesBefore(tailer.index()), "seed=" + seed);
        }
        assertEquals(SeekResult.BEYOND_END, tailer.seekMessage(keys.size()));
        assertEquals(SeekResult.BEFORE_START, tailer.seekMessage(-1));
    }

    @Test
    void theFirstMessageThatIsNotBeforeIsFoundByContent() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            assertEquals(SearchResult.NONE, tailer.search(key(1)));
            fill(appender, random, 4_000);
            for (int i = 0; i < 300; i++) {
                long wanted = random.nextLong(keys.getLast() + 1);
                int expected = 0;
                while (keys.get(expected) < wanted) {
                    expected++;
                }
                SearchResult result = keys.get(expected) == wanted ? SearchResult.EQUAL : SearchResult.GREATER;
                assertEquals(result, tailer.search(key(wanted)), "seed=" + seed + " wanted=" + wanted);
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals(indexes.get(expected), tailer.index(), "seed=" + seed + " wanted=" + wanted);
            }
            assertEquals(SearchResult.GREATER, tailer.search(key(-1)));
            assertEquals(SearchResult.NONE, tailer.search(key(keys.getLast() + 1)));
            assertEquals(Read.END, tailer.read());
        }
    }

    @Test
    void aSearchComparesFew() {
        try (Journal journal = Journal.open(dir, options());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            fill(appender, new Random(1), 20_000);
            Await.until("the sparse index is complete", () -> indexed(journal));
            AtomicInteger compared = new AtomicInteger();
            tailer.search((segment, offset, length) -> {
                compared.incrementAndGet();
                return Long.compare(segment.get(KEY, offset), keys.get(10_000));
            });
            assertTrue(compared.get() < 200, "compared=" + compared + " of=" + keys.size());
        }
    }

    private boolean indexed(Journal journal) {
        SegmentFile segment = journal.store().acquire(Index.segment(indexes.getLast()) - 1);
        try {
            return new SparseIndex().get(segment, SparseIndex.CLOSING_ENTRY) != null;
        } finally {
            journal.store().release(segment);
        }
    }
}
