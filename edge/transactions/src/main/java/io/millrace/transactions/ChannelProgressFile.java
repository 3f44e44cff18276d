package io.millrace.transactions;

import io.millrace.journal.JournalId;
import io.millrace.memory.Directories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Keeps a {@link ChannelProgress} in a file that is replaced as a whole: written under another name, forced, renamed,
 * and the directory forced. So it is the old one or the new one after a loss of power, and anything else is damage.
 *
 * <pre>
 *   "MRCHRES1" 8 | id of the input's journal 16 | progress | CRC32C of all before 4
 * </pre>
 */
final class ChannelProgressFile implements AutoCloseable {

    private static final long MAGIC = 0x4d52_4348_5245_5331L;
    private static final String NAME = "progress";
    private static final String UNFINISHED = "progress.new";
    private static final String LOCK = "owner.lock";
    private static final long MAX_BYTES = 1L << 30;
    private static final int HEAD_BYTES = 3 * Long.BYTES;

    private final Path directory;
    private final JournalId input;
    private final FileChannel lock;

    private ChannelProgressFile(Path directory, JournalId input, FileChannel lock) {
        this.directory = directory;
        this.input = input;
        this.lock = lock;
    }

    static ChannelProgressFile open(Path directory, JournalId input) {
        FileChannel channel = null;
        try {
            Files.createDirectories(directory);
            channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock(directory, channel);
            return new ChannelProgressFile(directory, input, channel);
        } catch (IOException e) {
            close(channel);
            throw failed("cannot open channel progress", directory, e);
        } catch (TransactionLogException e) {
            close(channel);
            throw e;
        }
    }

    private static void lock(Path directory, FileChannel channel) throws IOException {
        FileLock held = null;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException _) {
            // this process has it open: the same as any other
        }
        if (held == null) {
            throw new TransactionLogException("channel progress is already open directory=" + directory);
        }
    }

    /** Reads the last progress that was written; without a file, an empty progress. */
    ChannelProgress read() {
        Path file = directory.resolve(NAME);
        try {
            if (!Files.exists(file)) {
                return ChannelProgress.idle(-1);
            }
            long size = Files.size(file);
            if (size < HEAD_BYTES + Integer.BYTES || size > MAX_BYTES) {
                throw new TransactionLogException(
                        "channel progress has an invalid size file=" + file + " bytes=" + size);
            }
            return decode(file, ByteBuffer.wrap(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw failed("cannot read channel progress", directory, e);
        }
    }

    private ChannelProgress decode(Path file, ByteBuffer bytes) {
        ByteBuffer checked = bytes.slice(0, bytes.capacity() - Integer.BYTES);
        int expected = checksum(checked.duplicate());
        int actual = bytes.getInt(checked.capacity());
        if (actual != expected) {
            throw new TransactionLogException("channel progress has a wrong checksum file=" + file + " expected=0x"
                    + Integer.toHexString(expected) + " actual=0x" + Integer.toHexString(actual));
        }
        long magic = checked.getLong();
        if (magic != MAGIC) {
            throw new TransactionLogException("channel progress has an unknown version file=" + file + " found=0x"
                    + Long.toHexString(magic) + " known=0x" + Long.toHexString(MAGIC));
        }
        JournalId of = new JournalId(checked.getLong(), checked.getLong());
        if (!of.equals(input)) {
            throw new TransactionLogException(
                    "channel progress belongs to another channel file=" + file + " journal=" + of + " opened=" + input);
        }
        return ChannelProgress.decode(checked.slice());
    }

    /** Replaces the progress; afterwards it survives a loss of power. */
    void write(ChannelProgress progress) {
        ByteBuffer record = progress.encode();
        ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + record.remaining() + Integer.BYTES);
        bytes.putLong(MAGIC).putLong(input.high()).putLong(input.low()).put(record);
        bytes.putInt(checksum(bytes.duplicate().flip())).flip();
        Path unfinished = directory.resolve(UNFINISHED);
        try {
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(unfinished, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
            Directories.force(directory);
        } catch (IOException e) {
            throw failed("channel progress may or may not be written", directory, e);
        }
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    private static TransactionLogException failed(String what, Path directory, IOException error) {
        return new TransactionLogException(what + " directory=" + directory + " reason=" + error, error);
    }

    @Override
    public void close() {
        close(lock);
    }

    private static void close(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new TransactionLogException("cannot release lock reason=" + e, e);
            }
        }
    }
}
