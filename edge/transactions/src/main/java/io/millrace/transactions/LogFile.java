package io.millrace.transactions;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One of the two files of a {@link GroupCommitDecisionStore}: batches of records, each of which begins at a multiple of
 * 4096 bytes and is one forced write. The file is filled with zeros and forced when it is made, so that a write changes
 * nothing but data.
 *
 * <pre>
 *   offset  bytes
 *        0      4  "MTXL"
 *        4      2  version, 1
 *        6      2  kind: 0 records, 1 a checkpoint begins, 2 it continues; + 8 where a checkpoint ends
 *        8      8  id of the log
 *       16      8  number of the batch, over both files
 *       24      8  all batches up to this number were durable when this one was written
 *       32      8  position of the batch in its file
 *       40      4  length of the records
 *       44      4  CRC32C of all of this but itself, and of the records
 *       48         records: int length, bytes (see DecisionRecord)
 *     2048         all of this once more, where it ends before
 * </pre>
 *
 * <p>Numbers are big endian. Since a batch has its position and a number that is never given twice, nothing that an
 * earlier use of the file has left can be taken for a batch of this one. The copy is in the same forced write and costs
 * nothing, as whole blocks are written anyway. A sector that is damaged later is so no loss, not even at the end of the
 * log, where damage cannot be told from a write that never ended.
 *
 * <p>Writing is by {@link RandomAccessFile}, since an interrupt of the committing thread would close a channel.
 */
final class LogFile implements AutoCloseable {

    static final int BLOCK_BYTES = 4096;
    static final int HEADER_BYTES = 48;
    static final int VERSION = 1;
    static final int RECORDS = 0;
    static final int CHECKPOINT = 1;
    static final int CHECKPOINT_GOES_ON = 2;
    static final int CHECKPOINT_ENDS = 8;

    /** The most batches that are written at the same time. */
    static final int MAX_IN_FLIGHT = 16;

    /** How the file is opened: every write is forced, with its data. */
    private static final String FORCED = "rwd";

    private static final int MAGIC = 0x4d54_584c;
    private static final int KIND_OFFSET = 6;
    private static final int LENGTH_OFFSET = 40;
    private static final int CRC_OFFSET = 44;
    private static final int FILL_BYTES = 1 << 20;

    /** Where in its first block a batch that is not longer than this is a second time. */
    private static final int COPY_OFFSET = BLOCK_BYTES / 2;

    private final Path path;
    private final RandomAccessFile file;

    /** One handle for each batch that may be in flight, since a handle has one position; null until needed. */
    private final RandomAccessFile[] writers = new RandomAccessFile[MAX_IN_FLIGHT];

    private long size;

    /**
     * A batch that is in the file.
     *
     * @param file where it is
     * @param position of its first byte
     * @param kind and whether a checkpoint ends with it
     * @param logId of its log
     * @param number of the batch
     * @param durable all batches up to this number were durable when it was written
     * @param records its records, with their lengths
     */
    record Batch(LogFile file, long position, int kind, long logId, long number, long durable, ByteBuffer records) {

        boolean isCheckpointEnd() {
            return (kind & CHECKPOINT_ENDS) != 0;
        }

        boolean isCheckpointBegin() {
            return (kind & ~CHECKPOINT_ENDS) == CHECKPOINT;
        }

        long end() {
            return position + sizeOf(records.limit());
        }

        @Override
        public String toString() {
            return "file=" + file.path + " offset=" + position + " batch=" + number;
        }
    }

    private LogFile(Path path, RandomAccessFile file, long size) {
        this.path = path;
        this.file = file;
        this.size = size;
    }

    /** Opens or creates a file of at least a size. */
    static LogFile open(Path path, long size) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), FORCED);
        try {
            LogFile log = new LogFile(path, file, Files.size(path) / BLOCK_BYTES * BLOCK_BYTES);
            log.extend(size);
            return log;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Opens an existing file for reading only; its writer is not disturbed. */
    static LogFile openToRead(Path path) throws IOException {
        return new LogFile(
                path, new RandomAccessFile(path.toFile(), "r"), Files.size(path) / BLOCK_BYTES * BLOCK_BYTES);
    }

    /** Returns how many bytes a batch with so many bytes of records takes. */
    static long sizeOf(int recordBytes) {
        return Math.ceilDiv(HEADER_BYTES + recordBytes, BLOCK_BYTES) * (long) BLOCK_BYTES;
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    /** Extends the file with zeros that are forced to the device. */
    void extend(long atLeast) throws IOException {
        byte[] zeros = new byte[FILL_BYTES];
        long wanted = Math.ceilDiv(atLeast, (long) BLOCK_BYTES) * BLOCK_BYTES;
        while (size < wanted) {
            int length = (int) Math.min(zeros.length, wanted - size);
            file.seek(size);
            file.write(zeros, 0, length);
            size += length;
        }
    }

    /**
     * Writes a batch and returns when it is durable. Several threads may write, with different handles and to different
     * positions.
     *
     * @param handle less than {@link #MAX_IN_FLIGHT}
     * @param buffer space for the header, then the records; its capacity is a multiple of the block size, its limit is
     *     the end of the records; backed by an array
     */
    void write(int handle, ByteBuffer buffer, long position, int kind, long logId, long number, long durable)
            throws IOException {
        int length = buffer.limit() - HEADER_BYTES;
        buffer.putInt(0, MAGIC)
                .putShort(4, (short) VERSION)
                .putShort(KIND_OFFSET, (short) kind)
                .putLong(8, logId)
                .putLong(16, number)
                .putLong(24, durable)
                .putLong(32, position)
                .putInt(LENGTH_OFFSET, length)
                .putInt(CRC_OFFSET, checksum(buffer));
        int end = (int) sizeOf(length);
        int offset = buffer.arrayOffset();
        Arrays.fill(buffer.array(), offset + buffer.limit(), offset + end, (byte) 0);
        if (buffer.limit() <= COPY_OFFSET) {
            System.arraycopy(buffer.array(), offset, buffer.array(), offset + COPY_OFFSET, buffer.limit());
        }
        if (writers[handle] == null) {
            writers[handle] = new RandomAccessFile(path.toFile(), FORCED);
        }
        writers[handle].seek(position);
        writers[handle].write(buffer.array(), offset, end);
    }

    private static int checksum(ByteBuffer batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch.slice(0, CRC_OFFSET));
        crc.update(batch.slice(HEADER_BYTES, batch.limit() - HEADER_BYTES));
        return (int) crc.getValue();
    }

    /** Returns all batches with an intact copy, including those of earlier uses of the file. */
    List<Batch> batches() throws IOException {
        List<Batch> found = new ArrayList<>();
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        for (long position = 0; position < size; position += BLOCK_BYTES) {
            Batch batch = batchAt(position, 0, size - position, header);
            if (batch != null) {
                found.add(batch);
            }
            Batch copy = batchAt(position, COPY_OFFSET, COPY_OFFSET, header);
            if (copy != null && (batch == null || batch.number() != copy.number())) {
                found.add(copy); // also beside an older batch, so that its number is not used again
            }
        }
        return found;
    }

    /** Returns the batch of a position that is written at a distance after it and not longer than a limit, or null. */
    private Batch batchAt(long position, int offset, long limit, ByteBuffer header) throws IOException {
        long at = position + offset;
        if (!read(at, header) || header.getInt(0) != MAGIC || header.getLong(32) != position) {
            return null;
        }
        int length = header.getInt(LENGTH_OFFSET);
        if (length < 0 || length > limit - HEADER_BYTES) {
            return null;
        }
        ByteBuffer batch = ByteBuffer.allocate(HEADER_BYTES + length);
        if (!read(at, batch) || batch.getInt(CRC_OFFSET) != checksum(batch)) {
            return null;
        }
        if (batch.getShort(4) != VERSION) {
            throw new TransactionLogException("decision log has an unknown version file=" + path + " offset=" + at
                    + " version=" + batch.getShort(4) + " known=" + VERSION);
        }
        return new Batch(
                this,
                position,
                batch.getShort(KIND_OFFSET),
                batch.getLong(8),
                batch.getLong(16),
                batch.getLong(24),
                batch.slice(HEADER_BYTES, length));
    }

    private boolean read(long position, ByteBuffer into) throws IOException {
        file.seek(position);
        try {
            file.readFully(into.array(), into.arrayOffset(), into.capacity());
            return true;
        } catch (EOFException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
        for (RandomAccessFile writer : writers) {
            if (writer != null) {
                writer.close();
            }
        }
    }
}
