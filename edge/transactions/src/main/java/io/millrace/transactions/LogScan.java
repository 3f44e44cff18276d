package io.millrace.transactions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The content of the two files of a log: from the newest complete checkpoint to the first missing batch. A batch that
 * is missing at the end was never acknowledged. A missing batch that a later batch records as durable is damage.
 */
final class LogScan {

    /** The batches that count, in their order; empty for a new log. */
    final List<LogFile.Batch> batches = new ArrayList<>();

    /** The highest number of any batch that was found. */
    final long lastNumber;

    /** The id of the log, or zero for a new one. */
    final long logId;

    private LogScan(long lastNumber, long logId) {
        this.lastNumber = lastNumber;
        this.logId = logId;
    }

    static LogScan of(List<LogFile> files) throws IOException {
        NavigableMap<Long, LogFile.Batch> all = new TreeMap<>();
        long logId = 0;
        for (LogFile file : files) {
            for (LogFile.Batch batch : file.batches()) {
                if (logId != 0 && batch.logId() != logId) {
                    throw new TransactionLogException("batch belongs to another log " + batch + " logId="
                            + Long.toHexString(batch.logId()) + " expected=" + Long.toHexString(logId));
                }
                logId = batch.logId();
                all.put(batch.number(), batch);
            }
        }
        LogScan scan = new LogScan(all.isEmpty() ? 0 : all.lastKey(), logId);
        if (!all.isEmpty()) {
            scan.choose(all);
        }
        return scan;
    }

    private void choose(NavigableMap<Long, LogFile.Batch> all) {
        long durable = 0;
        for (LogFile.Batch batch : all.values()) {
            durable = Math.max(durable, batch.durable());
        }
        long at = newestCheckpoint(all);
        if (at == 0 && durable > 0) {
            throw new TransactionLogException("decision log is damaged; no checkpoint is complete first="
                    + all.firstEntry().getValue() + " durable=" + durable);
        }
        for (LogFile.Batch batch = all.get(at); batch != null; batch = all.get(++at)) {
            batches.add(batch);
        }
        if (!batches.isEmpty() && durable > batches.getLast().number()) {
            throw new TransactionLogException("decision log is damaged; a durable batch is missing file="
                    + batches.getLast().file().path() + " offset="
                    + batches.getLast().end() + " batch="
                    + (batches.getLast().number() + 1) + " durable=" + durable);
        }
    }

    /** Returns the number with which the newest whole checkpoint begins, or zero. */
    private static long newestCheckpoint(NavigableMap<Long, LogFile.Batch> all) {
        for (LogFile.Batch batch : all.descendingMap().values()) {
            if (batch.isCheckpointBegin() && isWhole(batch, all)) {
                return batch.number();
            }
        }
        return 0;
    }

    private static boolean isWhole(LogFile.Batch begin, NavigableMap<Long, LogFile.Batch> all) {
        LogFile.Batch batch = begin;
        while (batch != null && !batch.isCheckpointEnd()) {
            batch = all.get(batch.number() + 1);
            if (batch != null && batch.isCheckpointBegin()) {
                return false;
            }
        }
        return batch != null;
    }
}
