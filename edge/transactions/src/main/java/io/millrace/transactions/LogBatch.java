package io.millrace.transactions;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A batch on its way to the device: its records, its offset, and the entries that it ends. There are as many as may be
 * in flight, and they are reused. A batch belongs to the thread that forms it, then to the one that writes it, then to
 * the one that completes it; {@link GroupCommitLog} hands it over.
 */
final class LogBatch {

    /** The most bytes of records in a batch; no record is larger. */
    static final int MAX_RECORD_BYTES = (1 << 20) - LogFile.HEADER_BYTES;

    private static final int FIRST_BUFFER_BYTES = 1 << 16;

    /** Which of the file's handles it writes with: those in flight have different ones. */
    final int handle;

    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
    private LogFile file;
    private long position;
    private long number;
    private long durable;

    /** The first of its entries, which are linked. */
    LogEntry first;

    /** Whether the write has ended, in some way; guarded by the lock of the log. */
    boolean isWritten;

    /** The error of the write, or null. */
    Throwable failure;

    LogBatch(int handle) {
        this.handle = handle;
    }

    /** Empties the batch. */
    void clear() {
        buffer.clear().position(LogFile.HEADER_BYTES);
        first = null;
        isWritten = false;
        failure = null;
    }

    /** Adds a record; returns false if the batch is full. */
    boolean put(ByteBuffer record) {
        int end = buffer.position() + Integer.BYTES + record.remaining();
        if (end > LogFile.HEADER_BYTES + MAX_RECORD_BYTES) {
            return false;
        }
        if (end > buffer.capacity()) {
            ByteBuffer larger = ByteBuffer.allocate((int) LogFile.sizeOf(2 * end));
            buffer.flip();
            larger.put(buffer);
            buffer = larger;
        }
        buffer.putInt(record.remaining()).put(record.duplicate());
        return true;
    }

    /** Returns its size in the file, in bytes. */
    long size() {
        return LogFile.sizeOf(buffer.position() - LogFile.HEADER_BYTES);
    }

    /** Sets its offset. */
    void place(LogFile at, long offset, long batchNumber, long durableNumber) {
        file = at;
        position = offset;
        number = batchNumber;
        durable = durableNumber;
    }

    long number() {
        return number;
    }

    /** Writes it and returns when it is durable. */
    void write(int kind, long logId) throws IOException {
        buffer.flip();
        file.write(handle, buffer, position, kind, logId, number, durable);
    }
}
