package io.millrace.journal;

import io.millrace.memory.Uninterrupted;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads files of a journal into private memory through a channel, never through a mapping, so that an unreadable device
 * is an exception and not a signal. Unreadable parts become zeros, and a finding. The memory is reused for the next
 * file. Belongs to one thread.
 */
final class ImageReader implements AutoCloseable {

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int SECTOR_BYTES = 4096;

    private Arena arena = Arena.ofConfined();
    private MemorySegment buffer = arena.allocate(CHUNK_BYTES, SECTOR_BYTES);

    /** Returns memory of {@code sizeBytes} that starts with the bytes of the file, and is zero after its end. */
    MemorySegment read(Path file, long sizeBytes, Findings findings) {
        MemorySegment image = room(sizeBytes);
        try {
            findings.addAll(Uninterrupted.call(() -> fill(file, image)));
        } catch (IOException e) {
            throw new JournalException("cannot read file=" + file + " reason=" + e, e);
        }
        return image;
    }

    private static Findings fill(Path file, MemorySegment image) throws IOException {
        Findings findings = new Findings();
        long sizeBytes = image.byteSize();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (long at = 0; at < sizeBytes; at += CHUNK_BYTES) {
                readChunk(channel, file, image, at, Math.min(CHUNK_BYTES, sizeBytes - at), findings);
            }
        }
        return findings;
    }

    /** Returns zeros that the next read replaces. */
    MemorySegment zeros(long sizeBytes) {
        return room(sizeBytes).fill((byte) 0);
    }

    private MemorySegment room(long sizeBytes) {
        if (buffer.byteSize() < sizeBytes) {
            arena.close();
            arena = Arena.ofConfined();
            buffer = arena.allocate(sizeBytes, SECTOR_BYTES);
        }
        return buffer.asSlice(0, sizeBytes);
    }

    private static void readChunk(
            FileChannel channel, Path file, MemorySegment image, long at, long length, Findings findings)
            throws IOException {
        try {
            fill(channel, image, at, length);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            for (long sector = at; sector < at + length; sector += SECTOR_BYTES) {
                long part = Math.min(SECTOR_BYTES, at + length - sector);
                try {
                    fill(channel, image, sector, part);
                } catch (ClosedChannelException closed) {
                    throw closed;
                } catch (IOException unreadable) {
                    image.asSlice(sector, part).fill((byte) 0);
                    findings.add(
                            FindingKind.UNREADABLE,
                            file,
                            sector,
                            Index.NONE,
                            "bytes=" + part + " reason=" + unreadable);
                }
            }
        }
    }

    /** Reads a part; bytes after the end of the file become zeros. */
    private static void fill(FileChannel channel, MemorySegment image, long at, long length) throws IOException {
        ByteBuffer bytes = image.asSlice(at, length).asByteBuffer();
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes, at + bytes.position());
            if (read < 0) {
                image.asSlice(at + bytes.position(), bytes.remaining()).fill((byte) 0);
                return;
            }
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
