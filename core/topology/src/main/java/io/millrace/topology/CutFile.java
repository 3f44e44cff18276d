package io.millrace.topology;

import io.millrace.journal.JournalId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The file {@code cut} in the data directory of a spare: the boundary of each journal up to which the spare has
 * acknowledged it at most. It is written in place by one call, and is not there where it is torn.
 *
 * <pre>
 *  0           4            8          16
 *  +-----------+------------+-----------+-------------------+--------------+-----
 *  | CRC-32C   | number of  | version 1 | id of a journal   | its boundary | ...
 *  | of the    | journals   | 8 bytes   | 16 bytes          | 8 bytes      |
 *  | rest      | 4 bytes    |           |                   |              |
 *  +-----------+------------+-----------+-------------------+--------------+-----
 * </pre>
 *
 * Numbers are big endian. What follows the last journal is ignored. One thread.
 */
final class CutFile implements AutoCloseable {

    private static final String NAME = "cut";
    private static final long VERSION = 1;
    private static final int HEAD_BYTES = 16;
    private static final int JOURNAL_BYTES = 24;

    private final Path file;
    private FileChannel channel;

    CutFile(Path data) {
        this.file = data.resolve(NAME);
    }

    /** Returns the boundaries by journal; empty where there is no file, or it is torn or of another version. */
    Optional<Map<JournalId, Long>> read() {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw failed("read", e);
        }
        ByteBuffer from = ByteBuffer.wrap(bytes);
        if (bytes.length < HEAD_BYTES) {
            return Optional.empty();
        }
        int checksum = from.getInt();
        int count = from.getInt();
        if (count < 0 || count > (bytes.length - HEAD_BYTES) / JOURNAL_BYTES) {
            return Optional.empty();
        }
        int end = HEAD_BYTES + count * JOURNAL_BYTES;
        if (checksum != checksum(bytes, end) || from.getLong() != VERSION) {
            return Optional.empty();
        }
        Map<JournalId, Long> boundaries = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            boundaries.put(new JournalId(from.getLong(), from.getLong()), from.getLong());
        }
        return Optional.of(boundaries);
    }

    /** Replaces the boundaries. A power failure may lose that. */
    void write(Map<JournalId, Long> boundaries) {
        ByteBuffer to = ByteBuffer.allocate(HEAD_BYTES + boundaries.size() * JOURNAL_BYTES);
        to.putInt(0).putInt(boundaries.size()).putLong(VERSION);
        boundaries.forEach(
                (id, boundary) -> to.putLong(id.high()).putLong(id.low()).putLong(boundary));
        to.putInt(0, checksum(to.array(), to.position()));
        to.flip();
        try {
            if (channel == null) {
                channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            }
            int written = channel.write(to, 0);
            if (to.hasRemaining()) {
                throw new IOException("only a part was written bytes=" + written);
            }
        } catch (IOException e) {
            throw failed("write", e);
        }
    }

    /** Writes what was written to the storage device, with the name of the file. */
    void force() {
        try {
            if (channel != null) {
                channel.force(true);
            }
            try (FileChannel names = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                names.force(true);
            }
        } catch (IOException e) {
            throw failed("force", e);
        }
    }

    /** Removes the file, durably: the next cut is computed from the first records. */
    void delete() {
        close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed("remove", e);
        }
        force();
    }

    private static int checksum(byte[] bytes, int end) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, Integer.BYTES, end - Integer.BYTES);
        return (int) checksum.getValue();
    }

    private UncheckedIOException failed(String what, IOException cause) {
        return new UncheckedIOException("cannot " + what + " the cut of a spare file=" + file + ": " + cause, cause);
    }

    @Override
    public void close() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw failed("close", e);
            }
        }
    }
}
