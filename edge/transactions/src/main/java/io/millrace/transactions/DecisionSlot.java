package io.millrace.transactions;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32C;

/**
 * A file that is created once and holds one decision after another. A decision is one forced write over the earlier
 * content; it changes data only, so it costs the device's time and no file system metadata.
 *
 * <p>The file is one sector, which devices write entirely or not at all. So an inconsistent sector is damage and not an
 * unfinished write; decisions that do not fit have files of their own.
 *
 * <pre>
 *   offset  bytes
 *        0      4  "MTXS"
 *        4      2  version, 1
 *        6      2  length of the record; 0 where the slot is free
 *        8         record (see DecisionRecord), then zeros
 *      508      4  CRC32C of the file's name and of the bytes before
 * </pre>
 *
 * <p>Numbers are big endian. A slot gets its name after it is written and forced, so a file of zeros is damage too.
 * One thread at a time.
 */
final class DecisionSlot implements AutoCloseable {

    static final int MAX_RECORD_BYTES = 500;

    private static final int SECTOR_BYTES = 512;
    private static final int MAGIC = 0x4d54_5853;
    private static final int VERSION = 1;
    private static final int VERSION_OFFSET = 4;
    private static final int LENGTH_OFFSET = 6;
    private static final int RECORD_OFFSET = 8;
    private static final int CRC_OFFSET = 508;

    private final Path path;
    private final RandomAccessFile forced;

    private DecisionSlot(Path path, RandomAccessFile forced) {
        this.path = path;
        this.forced = forced;
    }

    /** Creates a free slot. Its name is durable when the directory is forced. */
    static DecisionSlot make(Path path, Path unfinished) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(unfinished.toFile(), "rw")) {
            file.setLength(SECTOR_BYTES);
            file.write(sector(path, ByteBuffer.allocate(0)));
            file.getFD().sync();
        }
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        return open(path);
    }

    /** Opens a slot whose record has been read. */
    static DecisionSlot open(Path path) throws IOException {
        return new DecisionSlot(path, new RandomAccessFile(path.toFile(), "rwd")); // every write is forced
    }

    /**
     * Returns the record in a slot; it is empty where the slot is free.
     *
     * @throws TransactionLogException if the file is damaged
     */
    static ByteBuffer read(Path path) throws IOException {
        long size = Files.size(path);
        if (size != SECTOR_BYTES) {
            throw new TransactionLogException("slot file has an invalid size file=" + path + " offset=" + size
                    + " size=" + size + " expected=" + SECTOR_BYTES);
        }
        byte[] bytes = Files.readAllBytes(path);
        ByteBuffer sector = ByteBuffer.wrap(bytes);
        if (sector.getInt(0) != MAGIC || sector.getInt(CRC_OFFSET) != checksum(path, bytes)) {
            throw new TransactionLogException(
                    "slot has a wrong checksum file=" + path + " size=" + size + " offset=" + CRC_OFFSET);
        }
        if (sector.getShort(VERSION_OFFSET) != VERSION) {
            throw new TransactionLogException("slot has an unknown version file=" + path + " offset=" + VERSION_OFFSET
                    + " version=" + sector.getShort(VERSION_OFFSET) + " known=" + VERSION);
        }
        int length = sector.getShort(LENGTH_OFFSET);
        if (length < 0 || length > MAX_RECORD_BYTES) {
            throw new TransactionLogException("slot record has an invalid length file=" + path + " offset="
                    + LENGTH_OFFSET + " length=" + length + " limit=" + MAX_RECORD_BYTES);
        }
        return sector.slice(RECORD_OFFSET, length);
    }

    /** Writes a record to the slot, and returns when it is durable. */
    void fill(ByteBuffer record) throws IOException {
        forced.seek(0);
        forced.write(sector(path, record));
    }

    /** Marks the slot as free; not forced, since nothing is lost if its record reappears. */
    void free() throws IOException {
        try (RandomAccessFile unforced = new RandomAccessFile(path.toFile(), "rw")) {
            unforced.write(sector(path, ByteBuffer.allocate(0)));
        }
    }

    private static byte[] sector(Path path, ByteBuffer record) {
        byte[] bytes = new byte[SECTOR_BYTES];
        ByteBuffer.wrap(bytes)
                .putInt(0, MAGIC)
                .putShort(VERSION_OFFSET, (short) VERSION)
                .putShort(LENGTH_OFFSET, (short) record.remaining())
                .put(RECORD_OFFSET, record, record.position(), record.remaining())
                .putInt(CRC_OFFSET, checksum(path, bytes));
        return bytes;
    }

    private static int checksum(Path path, byte[] sector) {
        CRC32C crc = new CRC32C();
        crc.update(path.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        crc.update(sector, 0, CRC_OFFSET);
        return (int) crc.getValue();
    }

    @Override
    public void close() throws IOException {
        forced.close();
    }
}
