package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.concurrent.WyHash;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("alone") // one test counts allocations
class FramesTest {

    private static final int COUNT = 8_000;

    private static final JournalOptions SMALL = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);

    @TempDir
    Path dir;

    private static List<Long> fill(Appender appender, int from, int to) {
        List<Long> indexes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            indexes.add(Messages.append(appender, "m" + i));
        }
        return indexes;
    }

    private static String text(Frames frames) {
        byte[] bytes =
                frames.segment().asSlice(frames.offset(), frames.length()).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void assertFinds(Frames frames, List<Long> indexes, Random random) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < indexes.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        for (int number : order) {
            long index = indexes.get(number);
            assertEquals(SeekResult.FOUND, frames.at(index), () -> Index.toText(index));
            assertEquals(index, frames.index());
            assertEquals(FrameKind.DATA, frames.kind());
            assertEquals("m" + number, text(frames));
        }
    }

    @Test
    void everyFrameIsFoundInAnyOrder() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        try (Journal journal = Journal.open(dir, SMALL);
                Appender appender = journal.appender();
                Frames frames = journal.frames()) {
            List<Long> indexes = fill(appender, 0, COUNT);
            assertTrue(Index.segment(indexes.getLast()) >= 2);
            assertFinds(frames, indexes, random);
            try (Journal readOnly = Journal.openReadOnly(dir);
                    Frames others = readOnly.frames()) {
                assertFinds(others, indexes, random);
                List<Long> more = new ArrayList<>(indexes);
                more.addAll(fill(appender, COUNT, 2 * COUNT));
                assertFinds(others, more, random);
            }
        }
    }

    @Test
    void nothingElseIsFound() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        try (Journal journal = Journal.open(dir, SMALL);
                Appender appender = journal.appender();
                Frames frames = journal.frames()) {
            List<Long> indexes = fill(appender, 0, COUNT);
            Set<Long> known = new HashSet<>(indexes);
            for (long segment = 0; segment <= Index.segment(indexes.getLast()); segment++) {
                for (long position = 0; position < 1 << 17; position += FrameLayout.ALIGNMENT) {
                    long index = Index.of(segment, position);
                    SeekResult expected = known.contains(index) ? SeekResult.FOUND : SeekResult.NOT_A_FRAME;
                    assertEquals(expected, frames.at(index), () -> Index.toText(index));
                }
            }
            for (int i = 0; i < 20_000; i++) {
                long index = random.nextLong();
                assertNotEquals(SeekResult.FOUND, frames.at(index), () -> "index=" + index);
            }
            assertEquals(SeekResult.BEFORE_START, frames.at(Index.NONE));
            assertEquals(SeekResult.BEFORE_START, frames.at(Long.MIN_VALUE));
            assertEquals(SeekResult.BEYOND_END, frames.at(Index.of(1_000_000, 0)));
            assertEquals(SeekResult.OTHER_EPOCH, frames.at(Index.of(0, 1, Index.position(indexes.getFirst()))));
            JournalException refused = assertThrows(JournalException.class, frames::index);
            assertTrue(refused.getMessage().contains("directory=" + dir), refused.getMessage());
        }
    }

    @Test
    void aDamagedFrameIsNoFrame() throws IOException {
        long index;
        Path file = SegmentName.file(dir, 0);
        try (Journal journal = Journal.open(dir, SMALL);
                Appender appender = journal.appender()) {
            index = Messages.append(appender, "first");
            Messages.append(appender, "second");
        }
        Bytes.flipBit(file, Index.position(index) + FrameLayout.HEADER_BYTES + 2, 3);
        try (Journal journal = Journal.openReadOnly(dir);
                Frames frames = journal.frames()) {
            assertEquals(SeekResult.NOT_A_FRAME, frames.at(index));
        }
    }

    @Test
    void removedSegmentsAreBeforeTheStart() {
        try (Journal journal = Journal.open(dir, SMALL);
                Appender appender = journal.appender();
                Frames frames = journal.frames()) {
            List<Long> indexes = fill(appender, 0, 4 * COUNT);
            assertEquals(SeekResult.FOUND, frames.at(indexes.getFirst()));
            RetentionPolicy policy = RetentionPolicy.keepAll().withMaxSizeBytes(1 << 17);
            while (journal.firstIndex() == indexes.getFirst()) {
                journal.retain(policy); // a background thread has to complete the sparse index first
            }
            assertEquals(SeekResult.FOUND, frames.at(indexes.getLast()));
            assertEquals(SeekResult.BEFORE_START, frames.at(indexes.getFirst()), "the segment was left");
        }
    }

    @Test
    void findingAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Journal journal = Journal.open(dir, SMALL);
                Appender appender = journal.appender();
                Frames frames = journal.frames()) {
            long[] indexes =
                    fill(appender, 0, COUNT).stream().mapToLong(Long::longValue).toArray();
            long sum = 0;
            for (int i = 0; i < 20; i++) {
                sum += sum(frames, indexes);
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            sum += sum(frames, indexes);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertNotEquals(0, sum);
            assertEquals(0, allocated / COUNT);
        }
    }

    private static long sum(Frames frames, long[] indexes) {
        long sum = 0;
        for (int i = 0; i < indexes.length; i++) {
            int other = (int) ((i * 7_919L) % indexes.length);
            if (frames.at(indexes[other]) != SeekResult.FOUND) {
                throw new AssertionError("frame is missing number=" + other);
            }
            sum += WyHash.hash(frames.segment(), frames.offset(), frames.length(), 0);
        }
        return sum;
    }

    @Test
    void aClosedJournalIsReported() {
        Journal journal = Journal.open(dir, SMALL);
        Frames frames = journal.frames();
        long index;
        try (Appender appender = journal.appender()) {
            index = Messages.append(appender, "m");
        }
        assertEquals(SeekResult.FOUND, frames.at(index));
        journal.close();
        assertThrows(JournalClosedException.class, () -> frames.at(index));
        frames.close();
        frames.close();
        assertThrows(JournalClosedException.class, () -> frames.at(index));
    }

    @Test
    void aSecondThreadIsRefusedUntilTheOwnerHandsOver() throws Exception {
        try (Journal journal = Journal.open(dir, SMALL);
                Appender appender = journal.appender();
                Frames frames = journal.frames();
                ExecutorService other = Executors.newSingleThreadExecutor()) {
            long index = Messages.append(appender, "m");
            assertEquals(SeekResult.FOUND, frames.at(index));
            ExecutionException refused = assertThrows(
                    ExecutionException.class,
                    () -> other.submit(() -> frames.at(index)).get());
            assertEquals(WrongThreadException.class, refused.getCause().getClass());
            frames.handOver();
            assertEquals(SeekResult.FOUND, other.submit(() -> frames.at(index)).get());
            other.submit(frames::handOver).get();
        }
    }
}
