package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/** The log with several batches in flight: all that it does with one, and what there is between them. */
class PipelinedDecisionStoreTest extends GroupCommitDecisionStoreTest {

    private static final int IN_FLIGHT = 4;

    @Override
    DecisionStore open(Path at) {
        return GroupCommitDecisionStore.open(at, SMALL, IN_FLIGHT);
    }

    private Path file(int number) {
        return directory.resolve("decisions-" + number + ".log");
    }

    /** Writes a batch after all others, as if it had been in flight when the process died. */
    private void write(long sequence, long numberBehind, long durableBehind) throws IOException {
        List<LogFile> files = GroupCommitLog.open(directory, SMALL);
        LogFile.Batch last = LogScan.of(files).batches.getLast();
        LogBatch batch = new LogBatch(0);
        batch.clear();
        assertTrue(batch.put(DecisionRecord.of(decision(sequence))));
        batch.place(
                last.file(),
                last.end() + (numberBehind - 1) * LogFile.BLOCK_BYTES,
                last.number() + numberBehind,
                last.number() + durableBehind);
        batch.write(LogFile.RECORDS, last.logId());
        for (LogFile file : files) {
            file.close();
        }
    }

    @Test
    void aBatchBehindOneThatIsTornNeverCounts() throws IOException {
        try (DecisionStore store = open(directory)) {
            store.record(decision(1));
        }
        write(3, 2, 0); // it was on the device first, and the one before it never came there
        for (int start = 0; start < 3; start++) {
            try (DecisionStore store = open(directory)) {
                assertEquals(Set.of(1L), pending(store), "start=" + start);
            }
        }
        try (DecisionStore store = open(directory)) {
            store.record(decision(4));
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(Set.of(1L, 4L), pending(store));
        }
    }

    @Test
    void allThatWereInFlightCountIfTheyAreWhole() throws IOException {
        try (DecisionStore store = open(directory)) {
            store.record(decision(1));
        }
        write(3, 2, 0);
        write(2, 1, 0); // now the scan finds both
        try (DecisionStore store = open(directory)) {
            assertEquals(Set.of(1L, 2L, 3L), pending(store));
        }
    }

    @Test
    void aBatchThatKnowsAMissingOneToHaveBeenDurableIsRefusedWithThePlace() throws IOException {
        try (DecisionStore store = open(directory)) {
            store.record(decision(1));
        }
        write(3, 2, 1);
        TransactionLogException refused = assertThrows(
                TransactionLogException.class, () -> open(directory).close());
        assertTrue(refused.getMessage().contains("damaged"), refused.getMessage());
        assertTrue(refused.getMessage().contains(" offset="), refused.getMessage());
    }

    /** Copies are made from the end of the file to its beginning: none has what came later without the earlier. */
    @Test
    void whateverIsOnTheDeviceWhileThreadsRecordHasAllThatWasAcknowledged() throws Exception {
        int threads = 8;
        int each = 40; // fewer batches than a file has room for, so that one file has them all
        Set<Long> acknowledged = new ConcurrentSkipListSet<>();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        int images = 0;
        try (DecisionStore store = open(directory)) {
            store.record(decision(0));
            acknowledged.add(0L);
            int used = isBegun(file(0)) ? 0 : 1;
            List<Thread> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int first = 1 + thread * each;
                running.add(Thread.ofPlatform().start(() -> {
                    try {
                        for (long n = first; n < first + each; n++) {
                            store.record(decision(n));
                            acknowledged.add(n);
                        }
                    } catch (RuntimeException e) {
                        failures.add(e);
                    }
                }));
            }
            boolean alive = true;
            while (alive || images == 0) {
                alive = running.stream().anyMatch(Thread::isAlive);
                if (images < 12 || !alive) {
                    image(used, Files.createDirectories(directory.resolve("image-" + images)), acknowledged);
                    images++;
                }
            }
            for (Thread thread : running) {
                thread.join();
            }
        }
        assertEquals(List.of(), List.copyOf(failures));
        try (DecisionStore store = open(directory)) {
            assertEquals(threads * each + 1, store.pending().size());
        }
    }

    private static boolean isBegun(Path file) throws IOException {
        try (RandomAccessFile reading = new RandomAccessFile(file.toFile(), "r")) {
            return reading.readInt() != 0;
        }
    }

    private void image(int used, Path at, Set<Long> acknowledged) throws IOException {
        Set<Long> before = new TreeSet<>(acknowledged);
        byte[] block = new byte[LogFile.BLOCK_BYTES];
        try (RandomAccessFile from = new RandomAccessFile(file(used).toFile(), "r");
                RandomAccessFile to = new RandomAccessFile(
                        at.resolve("decisions-" + used + ".log").toFile(), "rw")) {
            to.setLength(from.length());
            for (long position = from.length() - block.length; position >= 0; position -= block.length) {
                from.seek(position);
                from.readFully(block);
                to.seek(position);
                to.write(block);
            }
        }
        Files.copy(file(1 - used), at.resolve("decisions-" + (1 - used) + ".log"));
        try (DecisionStore store = open(at)) {
            Set<Long> there = pending(store);
            before.removeAll(there);
            assertEquals(Set.of(), before, "acknowledged, and not on the device");
        }
    }

    @Test
    void afterAWriteThatFailedNothingCountsAndEverythingSaysSo() throws IOException {
        List<LogFile> files = GroupCommitLog.open(directory, SMALL);
        try (GroupCommitLog log = new GroupCommitLog(files, LogScan.of(files), 7, IN_FLIGHT, new DecisionTable())) {
            log.begin(0);
            log.force(LogEntry.awaited(DecisionRecord.of(decision(1)), decision(1)));
            for (LogFile file : files) {
                file.close(); // a handle that was used is broken from now on; others are opened anew
            }
            List<Object> ends = new ArrayList<>();
            for (int i = 0; i < 2 * IN_FLIGHT; i++) {
                Decision decision = decision(2 + i);
                try {
                    log.force(LogEntry.awaited(DecisionRecord.of(decision), decision));
                    ends.add("recorded");
                } catch (RuntimeException e) {
                    ends.add(e);
                }
            }
            int failed = 0;
            while (ends.get(failed).equals("recorded")) {
                failed++; // by a handle of another batch
            }
            TransactionLogException first = assertInstanceOf(TransactionLogException.class, ends.get(failed));
            assertTrue(first.getMessage().contains("may or may not be recorded"), first.getMessage());
            assertTrue(first.getMessage().contains("Stream Closed"), first.getMessage());
            for (Object later : ends.subList(failed + 1, ends.size())) {
                assertInstanceOf(DecisionNotRecordedException.class, later);
            }
            assertThrows(
                    DecisionNotRecordedException.class,
                    () -> log.tell(LogEntry.told(DecisionRecord.of(decision(99)), decision(99), error -> {})));
        }
    }

    @Test
    void theNumberOfBatchesInFlightHasBounds() {
        assertThrows(IllegalArgumentException.class, () -> GroupCommitDecisionStore.openPipelined(directory, 0));
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> GroupCommitDecisionStore.openPipelined(directory, 17));
        assertTrue(refused.getMessage().contains("batchesInFlight=17"), refused.getMessage());
    }
}
