package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No message costs an allocation, neither when it is appended nor when it is read. */
@Tag("alone")
class AllocationTest {

    private static final int WARM_UP = 50_000;
    private static final int MEASURED = 50_000;
    private static final int LENGTH = 40;
    private static final int TRIES = 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource(Ownership.class)
    void appendingAndReadingAllocateNothing(Ownership ownership) {
        JournalOptions options =
                JournalOptions.defaults().withOwnership(ownership).withSegmentSizeBytes(32 << 20);
        MemorySegment source = Arena.ofAuto().allocate(LENGTH);
        try (Journal journal = Journal.open(dir, options);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer();
                Tailer backward = journal.tailer(TailerOptions.defaults().withDirection(Direction.BACKWARD))) {
            append(appender, source, WARM_UP);
            publish(appender, source, WARM_UP);
            read(tailer, 2 * WARM_UP);
            backward.toEnd();
            read(backward, WARM_UP);
            assertEquals(0, allocatedBy(() -> append(appender, source, MEASURED)), "append");
            assertEquals(0, allocatedBy(() -> publish(appender, source, MEASURED)), "publish");
            Runnable forth = () -> {
                tailer.toStart();
                read(tailer, 2 * MEASURED);
            };
            Runnable back = () -> {
                backward.toEnd();
                read(backward, WARM_UP);
            };
            assertEquals(0, allocatedBy(forth), "read");
            assertEquals(0, allocatedBy(back), "read backward");
        }
    }

    private static void append(Appender appender, MemorySegment source, int count) {
        for (int i = 0; i < count; i++) {
            appender.append(source, 0, LENGTH);
        }
    }

    private static void publish(Appender appender, MemorySegment source, int count) {
        FrameBatch batch = appender.batch();
        for (int i = 0; i < count; i++) {
            long offset = batch.begin(FrameKind.DATA, LENGTH);
            MemorySegment.copy(source, 0, batch.memory(), offset, LENGTH);
            batch.end(LENGTH);
            appender.publish(appender.segment());
        }
    }

    private static void read(Tailer tailer, int count) {
        for (int i = 0; i < count; i++) {
            if (tailer.read() != Read.MESSAGE || tailer.length() != LENGTH || tailer.index() < 0) {
                throw new AssertionError("message " + i + " is missing");
            }
        }
    }

    /** Returns the minimum bytes per message of a few tries, so that a compilation in between does not count. */
    private long allocatedBy(Runnable work) {
        long least = Long.MAX_VALUE;
        for (int tries = 0; tries < TRIES && least >= MEASURED; tries++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            work.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least / MEASURED;
    }
}
