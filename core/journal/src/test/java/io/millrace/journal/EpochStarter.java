package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Starts epochs in journals that no process has open, as a promotion does. */
final class EpochStarter {

    private static final JournalOptions OPTIONS =
            JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);

    private EpochStarter() {}

    /** Creates the first segment of an epoch after the last one with frames, which ends. Returns its number. */
    static long start(Path directory, Epoch epoch) throws IOException {
        return start(directory, epoch, Instant.now());
    }

    /** Creates the first segment of an epoch at a time. */
    static long start(Path directory, Epoch epoch, Instant time) throws IOException {
        JournalId id;
        try (JournalTable table = JournalTable.open(directory, Access.READ_ONLY)) {
            id = table.id();
        }
        List<Long> numbers = SegmentName.list(directory);
        for (long number : numbers.reversed()) {
            try (SegmentFile segment = SegmentFile.open(directory, number, id, Access.READ_WRITE)) {
                if (!segment.isEmpty() || number == numbers.getFirst()) {
                    new SegmentCreator(
                                    directory, id, OPTIONS.withClock(() -> time), "owner", FaultInjector.NONE, () -> {})
                            .createDurable(number + 1, epoch);
                    end(segment);
                    return number + 1;
                }
            }
            Files.delete(SegmentName.file(directory, number)); // it was only prepared
        }
        throw new AssertionError("no segment directory=" + directory);
    }

    private static void end(SegmentFile segment) {
        int tail = new FrameWalk().tail(segment);
        int low = FrameLayout.low(FrameLayout.END, 0);
        Memory.setLongRelease(
                segment.memory, tail, FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(tail), low)));
    }
}
