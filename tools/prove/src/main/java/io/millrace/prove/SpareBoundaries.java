package io.millrace.prove;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * Up to where a spare has acknowledged each journal at most, as the file {@code cut} in its data directory says, which
 * is read here by its description alone.
 *
 * @param positions the boundary of each journal
 */
record SpareBoundaries(Map<JournalId, Long> positions) {

    private static final String NAME = "cut";
    private static final int HEAD_BYTES = 16;
    private static final int JOURNAL_BYTES = 24;
    private static final int MOST_LOOKS = 1_000;
    private static final long LOOK_NS = 1_000_000;

    /** Reads the file of a spare, which may be at work; empty where there is none. */
    static Optional<SpareBoundaries> of(Path data) {
        for (int look = 0; look < MOST_LOOKS; look++) {
            try {
                ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(data.resolve(NAME)));
                if (isWhole(file)) {
                    return Optional.of(read(file));
                }
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the cut of a spare data=" + data, e);
            }
            LockSupport.parkNanos(LOOK_NS); // it is being written
        }
        throw new ProofException("the cut of a spare is torn data=" + data);
    }

    private static boolean isWhole(ByteBuffer file) {
        if (file.limit() < HEAD_BYTES) {
            return false;
        }
        int count = file.getInt(Integer.BYTES);
        if (count < 0 || count > (file.limit() - HEAD_BYTES) / JOURNAL_BYTES) {
            return false;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(file.slice(Integer.BYTES, HEAD_BYTES + count * JOURNAL_BYTES - Integer.BYTES));
        return (int) checksum.getValue() == file.getInt(0);
    }

    private static SpareBoundaries read(ByteBuffer file) {
        Map<JournalId, Long> positions = new HashMap<>();
        int count = file.getInt(Integer.BYTES);
        file.position(HEAD_BYTES);
        for (int i = 0; i < count; i++) {
            positions.put(new JournalId(file.getLong(), file.getLong()), file.getLong());
        }
        return new SpareBoundaries(positions);
    }

    /** Returns the boundary of a journal; 0 before it has come. */
    long of(Journal journal) {
        return positions.getOrDefault(journal.id(), 0L);
    }
}
