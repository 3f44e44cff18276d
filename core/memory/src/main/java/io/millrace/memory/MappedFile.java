package io.millrace.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A region of a file in memory.
 *
 * <p>The channel that created the mapping is closed before {@link #open} returns, so an interrupt of a thread that uses
 * the mapping closes nothing. Any thread may use the segment. After {@link #close()} an access throws
 * {@link IllegalStateException}; it never touches memory of another mapping. Nothing protects from another program that
 * truncates a mapped file: an access beyond its new end is an {@link InternalError} where the JVM can raise one.
 */
public final class MappedFile implements AutoCloseable {

    private final Path file;
    private final Arena arena;
    private final MemorySegment segment;

    private MappedFile(Path file, Arena arena, MemorySegment segment) {
        this.file = file;
        this.arena = arena;
        this.segment = segment;
    }

    /**
     * Maps {@code sizeBytes} bytes of an existing file from {@code offset}; both may be beyond 2 GiB.
     *
     * @throws MemoryException if the file cannot be opened or mapped, or is shorter than the region; nothing ever grows
     *     a file here
     */
    public static MappedFile open(Path file, Access access, long offset, long sizeBytes) {
        if (offset < 0 || sizeBytes < 0) {
            throw new MemoryException("offset or size of a mapped region is negative offset=" + offset + " sizeBytes="
                    + sizeBytes + " file=" + file);
        }
        try {
            return Uninterrupted.call(() -> map(file, access, offset, sizeBytes));
        } catch (IOException e) {
            throw new MemoryException(
                    "cannot map file access=" + access + " offset=" + offset + " sizeBytes=" + sizeBytes + " file="
                            + file + " reason=" + e,
                    e);
        }
    }

    private static MappedFile map(Path file, Access access, long offset, long sizeBytes) throws IOException {
        try (FileChannel channel = open(file, access)) {
            long fileBytes = channel.size();
            if (fileBytes - offset < sizeBytes) {
                throw new MemoryException("file is shorter than the region to map fileBytes=" + fileBytes + " offset="
                        + offset + " sizeBytes=" + sizeBytes + " file=" + file);
            }
            FileChannel.MapMode mode =
                    access == Access.READ_ONLY ? FileChannel.MapMode.READ_ONLY : FileChannel.MapMode.READ_WRITE;
            Arena arena = Arena.ofShared();
            try {
                return new MappedFile(file, arena, channel.map(mode, offset, sizeBytes, arena));
            } catch (IOException | RuntimeException | Error e) {
                arena.close();
                throw e;
            }
        }
    }

    private static FileChannel open(Path file, Access access) throws IOException {
        return access == Access.READ_ONLY
                ? FileChannel.open(file, StandardOpenOption.READ)
                : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Returns the file that is mapped. */
    public Path file() {
        return file;
    }

    /** Returns the mapped bytes; offset zero is the first byte of the region. */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Returns the mapped bytes as a new little-endian buffer, for the interfaces of the JDK that require one.
     *
     * @throws IllegalStateException if the region is 2 GiB or more
     */
    public ByteBuffer byteBuffer() {
        return segment.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes every changed byte to the storage device, and returns when it is there. */
    public void force() {
        force(0, segment.byteSize());
    }

    /**
     * Writes the changed bytes of a part, widened to whole pages, to the storage device, and returns when they are
     * there.
     *
     * @throws MemoryException if the device reports an error
     */
    public void force(long offset, long length) {
        if (length == 0) {
            return;
        }
        long from = offset - offset % PageSize.bytes();
        try {
            segment.asSlice(from, offset + length - from).force();
        } catch (UncheckedIOException e) {
            throw new MemoryException("cannot force file offset=" + offset + " length=" + length + " file=" + file, e);
        }
    }

    /**
     * Makes every page of a part present and writable, so that no later store waits for it. Changes no byte, also while
     * other threads or processes store into the same pages.
     */
    public void preTouch(long offset, long length) {
        long end = offset + length;
        for (long at = offset & -Long.BYTES; at + Long.BYTES <= end; at += PageSize.bytes()) {
            Memory.getAndAddLong(segment, at, 0);
        }
    }

    /** Unmaps; may be called again, by any thread. */
    @Override
    public void close() {
        synchronized (arena) {
            if (arena.scope().isAlive()) {
                arena.close();
            }
        }
    }
}
