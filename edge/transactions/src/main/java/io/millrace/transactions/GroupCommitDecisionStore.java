package io.millrace.transactions;

import io.millrace.memory.Directories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Keeps decisions in a log of two files. Decisions made while the device forces earlier ones are forced together next,
 * so many threads share a forced write, and a single thread waits for its own write only.
 *
 * <p>A decision is forgotten by a record for which no thread waits. When a file is full, the pending decisions are
 * written to the other file, which continues; the two files alternate. A torn end is normal. Damage is repaired from a
 * copy where there is one; otherwise the store refuses to open, with an error that names the offset.
 */
public final class GroupCommitDecisionStore extends TableStore {

    /** The size of each of the two files, unless the pending decisions need more. */
    static final long FILE_BYTES = 8 << 20;

    private static final long MIN_FILE_BYTES = 2 << 20;
    private static final long MAX_FILE_BYTES = 1 << 30;

    private final StoreLock lock;
    private final GroupCommitLog log;

    private GroupCommitDecisionStore(StoreLock lock, GroupCommitLog log, DecisionTable table) {
        super(table);
        this.lock = lock;
        this.log = log;
    }

    /**
     * Opens a store, and counts one more start.
     *
     * @param directory of the log; it is made if it is not there
     * @throws TransactionLogException if the directory cannot be used, another process has it open, or it is damaged
     */
    public static GroupCommitDecisionStore open(Path directory) {
        return open(directory, FILE_BYTES, 1);
    }

    /**
     * Opens a store that writes several batches at the same time, and counts one more start. Decisions still become
     * durable in order: none is acknowledged before all earlier ones are durable.
     *
     * @param directory of the log; it is made if it is not there, and may have been opened in the other way before
     * @param batchesInFlight how many forced writes the device may have at a time, from 1 to 16
     * @throws TransactionLogException if the directory cannot be used, another process has it open, or it is damaged
     */
    public static GroupCommitDecisionStore openPipelined(Path directory, int batchesInFlight) {
        return openPipelined(directory, batchesInFlight, FILE_BYTES);
    }

    /**
     * Opens a store whose files have another size than 8 MiB, as {@link #openPipelined(Path, int)} does.
     *
     * @param directory of the log; it is made if it is not there; files that are larger stay so
     * @param batchesInFlight how many forced writes the device may have at a time, from 1 to 16
     * @param fileBytes the least size of each of the two files, from 2 MiB to 1 GiB
     * @throws TransactionLogException if the directory cannot be used, another process has it open, or it is damaged
     */
    public static GroupCommitDecisionStore openPipelined(Path directory, int batchesInFlight, long fileBytes) {
        if (batchesInFlight < 1 || batchesInFlight > LogFile.MAX_IN_FLIGHT) {
            throw new IllegalArgumentException("batches in flight" + " must be 1 to " + LogFile.MAX_IN_FLIGHT
                    + " batchesInFlight=" + batchesInFlight);
        }
        if (fileBytes < MIN_FILE_BYTES || fileBytes > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(
                    "file size must be " + MIN_FILE_BYTES + " to " + MAX_FILE_BYTES + " bytes fileBytes=" + fileBytes);
        }
        return open(directory, fileBytes, batchesInFlight);
    }

    /** Opens a store whose files have another size, of any bytes. */
    static GroupCommitDecisionStore open(Path directory, long fileBytes, int batchesInFlight) {
        StoreLock lock = null;
        List<LogFile> files = List.of();
        try {
            lock = StoreLock.take(directory);
            files = GroupCommitLog.open(directory, fileBytes);
            Directories.force(directory);
            return load(lock, files, batchesInFlight);
        } catch (IOException e) {
            close(lock, files);
            throw new TransactionLogException("cannot open decision store directory=" + directory + " reason=" + e, e);
        } catch (RuntimeException | Error e) {
            close(lock, files);
            throw e;
        }
    }

    private static GroupCommitDecisionStore load(StoreLock lock, List<LogFile> files, int batchesInFlight)
            throws IOException {
        LogScan scan = LogScan.of(files);
        DecisionTable table = new DecisionTable();
        for (LogFile.Batch batch : scan.batches) {
            read(batch, table);
        }
        table.started(table.incarnation() + 1);
        long logId = scan.logId == 0 ? ThreadLocalRandom.current().nextLong() | 1 : scan.logId;
        GroupCommitLog log = new GroupCommitLog(files, scan, logId, batchesInFlight, table);
        log.begin(scan.batches.isEmpty() ? 0 : scan.batches.getLast().number());
        return new GroupCommitDecisionStore(lock, log, table);
    }

    /** Returns whether a directory has files of such a log. */
    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(GroupCommitLog.fileName(0)));
    }

    /** Reads the current content of a log, also while its owner works. */
    static void readOnly(Path directory, DecisionTable table) throws IOException {
        List<LogFile> files = new ArrayList<>();
        try {
            for (int i = 0; i < GroupCommitLog.FILES; i++) {
                files.add(LogFile.openToRead(directory.resolve(GroupCommitLog.fileName(i))));
            }
            for (LogFile.Batch batch : LogScan.of(files).batches) {
                read(batch, table);
            }
        } finally {
            close(null, files);
        }
    }

    private static void read(LogFile.Batch batch, DecisionTable table) {
        ByteBuffer records = batch.records();
        while (records.hasRemaining()) {
            int length = records.remaining() < Integer.BYTES ? -1 : records.getInt();
            if (length < 0 || length > records.remaining()) {
                throw new TransactionLogException("record does not end in its batch " + batch + " length=" + length);
            }
            DecisionRecord.read(records.slice(records.position(), length), batch.toString(), table);
            records.position(records.position() + length);
        }
    }

    private static void close(StoreLock lock, List<LogFile> files) {
        for (LogFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                throw new TransactionLogException("cannot close log file=" + file.path() + " reason=" + e, e);
            }
        }
        if (lock != null) {
            lock.close();
        }
    }

    @Override
    public long logId() {
        return log.id();
    }

    @Override
    public void record(Decision decision) {
        log.force(LogEntry.awaited(DecisionRecord.of(decision), decision));
    }

    @Override
    public void record(Decision decision, Consumer<? super RuntimeException> done) {
        log.tell(LogEntry.told(DecisionRecord.of(decision), decision, done));
    }

    @Override
    public void forget(GlobalId transaction) {
        if (table.forget(transaction)) {
            log.append(LogEntry.unforced(DecisionRecord.forgotten(transaction)));
        }
    }

    @Override
    public void forgetOutcome(GlobalId transaction) {
        if (table.forgetOutcome(transaction)) {
            log.append(LogEntry.unforced(DecisionRecord.outcomeForgotten(transaction)));
        }
    }

    @Override
    public void keep(HeuristicOutcome outcome) {
        table.keep(outcome); // before it is written, so that a checkpoint between the two has it
        log.force(LogEntry.awaited(DecisionRecord.of(outcome), null));
    }

    @Override
    public void close() {
        try (lock) {
            log.close();
        }
    }
}
