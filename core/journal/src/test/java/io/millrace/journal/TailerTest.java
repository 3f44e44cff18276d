package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.fixtures.Await;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailerTest {

    private static final int COUNT = 8_000;

    @TempDir
    Path dir;

    private final AtomicLong clockMs = new AtomicLong(1_000_000);
    private Journal journal;
    private Appender appender;

    @BeforeEach
    void open() {
        journal = Journal.open(
                dir,
                JournalOptions.defaults()
                        .withSegmentSizeBytes(1 << 16)
                        .withClock(() -> Instant.ofEpochMilli(clockMs.get())));
        appender = journal.appender();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private List<Long> fill() {
        List<Long> indexes = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            indexes.add(Messages.append(appender, "m" + i));
        }
        assertTrue(Index.segment(indexes.getLast()) >= 2);
        return indexes;
    }

    @Test
    void seekAfterMovesAfterAFrameInEitherDirection() {
        List<Long> indexes = fill();
        try (Tailer tailer = journal.tailer()) {
            for (int n : new int[] {0, 1, COUNT / 2, COUNT - 2}) {
                assertEquals(SeekResult.FOUND, tailer.seekAfter(indexes.get(n)));
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals("m" + (n + 1), Messages.text(tailer));
                tailer.direction(Direction.BACKWARD);
                assertEquals(SeekResult.FOUND, tailer.seekAfter(indexes.get(n)));
                tailer.direction(Direction.FORWARD);
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals("m" + (n + 1), Messages.text(tailer));
            }
            assertEquals(SeekResult.FOUND, tailer.seekAfter(indexes.getLast()));
            assertEquals(Read.END, tailer.read());
            assertEquals(SeekResult.NOT_A_FRAME, tailer.seekAfter(indexes.getFirst() + 1));
            assertEquals(Read.END, tailer.read(), "it has not moved");
            assertEquals(SeekResult.FOUND, tailer.seekAfter(Index.NONE));
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("m0", Messages.text(tailer));
        }
    }

    @Test
    void seekFindsEveryFrameAndNothingElse() {
        List<Long> indexes = fill();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Tailer tailer = journal.tailer()) {
            for (int i = 0; i < 500; i++) {
                int n = random.nextInt(COUNT);
                assertEquals(SeekResult.FOUND, tailer.seek(indexes.get(n)), "seed=" + seed);
                assertEquals(Read.MESSAGE, tailer.read());
                assertEquals("m" + n, Messages.text(tailer), "seed=" + seed);
                assertEquals(indexes.get(n), tailer.index());
            }
            long first = indexes.getFirst();
            assertEquals(SeekResult.FOUND, tailer.seek(first));
            assertEquals(SeekResult.NOT_A_FRAME, tailer.seek(first + 1), "inside a frame");
            assertEquals(SeekResult.NOT_A_FRAME, tailer.seek(first - 1), "before the first frame");
            assertEquals(SeekResult.BEFORE_START, tailer.seek(Index.NONE));
            assertEquals(SeekResult.BEYOND_END, tailer.seek(indexes.getLast() + 2));
            assertEquals(SeekResult.BEYOND_END, tailer.seek(Index.of(Index.segment(indexes.getLast()) + 9, 8192)));
            assertEquals(SeekResult.NOT_A_FRAME, tailer.seek(Index.of(0, (1 << 16) - 8)), "behind an end mark");
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("m0", Messages.text(tailer), "a seek that finds nothing moves nothing");
        }
    }

    @Test
    void readingBackwardIsReadingForwardReversed() {
        fill();
        TailerOptions options = TailerOptions.defaults().withDirection(Direction.BACKWARD);
        try (Tailer tailer = journal.tailer(options)) {
            List<String> texts = Messages.readAll(tailer);
            assertEquals(Messages.numbered("m", COUNT).reversed(), texts);
            assertEquals(Read.START, tailer.read());
            tailer.direction(Direction.FORWARD);
            assertEquals(Messages.numbered("m", COUNT), Messages.readAll(tailer));
            assertEquals(Read.END, tailer.read());
        }
    }

    @Test
    void turningRoundHandsOutTheSameFrameAgain() {
        List<Long> indexes = fill();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Tailer tailer = journal.tailer()) {
            int at = 0; // how many messages are before the cursor
            for (int i = 0; i < 20_000; i++) {
                boolean forward = random.nextInt(100) < 52;
                tailer.direction(forward ? Direction.FORWARD : Direction.BACKWARD);
                if (random.nextInt(500) == 0) {
                    int n = random.nextInt(COUNT);
                    assertEquals(SeekResult.FOUND, tailer.seek(indexes.get(n)));
                    at = forward ? n : n + 1;
                }
                Read read = tailer.read();
                if (forward ? at == COUNT : at == 0) {
                    assertEquals(forward ? Read.END : Read.START, read, "seed=" + seed);
                } else {
                    assertEquals(Read.MESSAGE, read, "seed=" + seed);
                    assertEquals("m" + (forward ? at : at - 1), Messages.text(tailer), "seed=" + seed);
                    at += forward ? 1 : -1;
                }
            }
        }
    }

    @Test
    void toEndIsExactAndToStartIsTheFirst() {
        fill();
        try (Tailer tailer = journal.tailer()) {
            tailer.toEnd();
            assertEquals(Read.END, tailer.read());
            Messages.append(appender, "new");
            assertEquals(List.of("new"), Messages.readAll(tailer));
            tailer.toStart();
            assertEquals(COUNT + 1, Messages.readAll(tailer).size());
        }
    }

    @Test
    void metadataIsHandedOutOnlyIfAskedFor() {
        for (int i = 0; i < 5; i++) {
            Messages.add(appender.batch(), i % 2 == 0 ? FrameKind.METADATA : FrameKind.DATA, "f" + i);
        }
        appender.publish(Appender.ANY_SEGMENT);
        for (Direction direction : Direction.values()) {
            TailerOptions all = TailerOptions.defaults()
                    .withMetadata(MetadataFrames.INCLUDE)
                    .withDirection(direction);
            TailerOptions data = TailerOptions.defaults().withDirection(direction);
            try (Tailer tailer = journal.tailer(all);
                    Tailer dataTailer = journal.tailer(data)) {
                assertEquals(5, Messages.readAll(tailer).size());
                assertEquals(2, Messages.readAll(dataTailer).size());
            }
        }
    }

    @Test
    void seekTimeLeavesOutNothingAndIsOneIntervalExact() throws InterruptedException {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            clockMs.addAndGet(10);
            times.add(clockMs.get());
            Messages.append(appender, "m" + i);
            if (i % 100 == 0) {
                awaitIndexed();
            }
        }
        awaitIndexed();
        int interval = SegmentLayout.intervalBytes(1 << 16) / 16 + 100 + 1;
        try (Tailer tailer = journal.tailer()) {
            for (int i = 0; i < COUNT; i += 37) {
                tailer.seekTime(Instant.ofEpochMilli(times.get(i)));
                assertEquals(Read.MESSAGE, tailer.read());
                int found = Integer.parseInt(
                        Messages.text(tailer), 1, Messages.text(tailer).length(), 10);
                assertTrue(found <= i, "found=" + found + " sought=" + i);
                assertTrue(i - found <= interval, "found=" + found + " sought=" + i + " interval=" + interval);
            }
            tailer.seekTime(Instant.EPOCH);
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("m0", Messages.text(tailer));
        }
    }

    @Test
    void seekTimeTakesTimesThatNoClockCanHave() {
        Messages.append(appender, "first");
        try (Tailer tailer = journal.tailer()) {
            tailer.seekTime(Instant.MAX);
            tailer.seekTime(Instant.MIN);
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("first", Messages.text(tailer));
        }
    }

    /** The index is written in the background; waits until it covers what can be covered. */
    private void awaitIndexed() {
        FrameWalk.Tail end = journal.end();
        SegmentFile segment = journal.store().acquire(end.segment());
        try {
            SparseIndex index = new SparseIndex();
            int boundary = SparseIndex.boundary(segment, end.position());
            boolean covers = boundary > SparseIndex.boundary(segment, segment.first);
            Await.until(
                    "the sparse index covers the last boundary",
                    () -> !covers || index.get(segment, boundary) != null,
                    () -> "boundary=" + boundary);
        } finally {
            journal.store().release(segment);
        }
    }

    @Test
    void awaitReturnsTheNextFrameOrTheInterrupt() throws InterruptedException {
        try (Tailer tailer = journal.tailer()) {
            Thread writer = Thread.ofPlatform().start(() -> Messages.append(appender, "late"));
            assertEquals(Read.MESSAGE, tailer.await(new BackoffIdleStrategy()));
            assertEquals("late", Messages.text(tailer));
            writer.join();
            Thread.currentThread().interrupt();
            assertEquals(Read.END, tailer.await(new BackoffIdleStrategy()));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void withoutACurrentFrameTheAccessorsRefuse() {
        Tailer tailer = journal.tailer();
        assertThrows(JournalException.class, tailer::index);
        Messages.append(appender, "a");
        tailer.read();
        assertEquals(1, tailer.length());
        tailer.read();
        assertThrows(JournalException.class, tailer::length);
        tailer.close();
        assertThrows(JournalClosedException.class, tailer::read);
        assertThrows(JournalClosedException.class, tailer::toEnd);
        tailer.close();
    }

    @Test
    void headerVerificationReadsTheSame() {
        fill();
        try (Tailer tailer = journal.tailer(TailerOptions.defaults().withVerification(Verification.HEADER))) {
            assertEquals(Messages.numbered("m", COUNT), Messages.readAll(tailer));
        }
    }
}
