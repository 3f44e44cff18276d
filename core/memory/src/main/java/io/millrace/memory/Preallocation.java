package io.millrace.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Allocates the whole space of a file on the disk, so that a later store into a mapping of it can never fail.
 *
 * <p>A store into a mapped hole of a full disk kills the process with a signal; an allocation throws instead.
 */
public final class Preallocation {

    private static final int NO_SPACE = 28;
    private static final int NO_QUOTA = 122;

    /** A file system with less than this left counts as full once a write to it has failed. */
    private static final long FULL_BYTES = 1 << 20;

    private Preallocation() {}

    /**
     * How the space is allocated. A file system may cache the zeros of one write in one large folio. Mapping the pages
     * of large folios takes a third of the time, but the whole folio is written to the device when one changed byte of
     * it is forced.
     */
    public enum Method {
        /** By {@code posix_fallocate} where it can be called, else by writing zeros, 64 KiB at a time. */
        FASTEST(1 << 16),
        /** As the fastest, and by writing zeros 256 KiB at a time as well, so that all pages are in the cache. */
        CACHED(1 << 18),
        /** By writing zeros a page at a time, so that a later forced write changes no metadata and writes no more. */
        WRITE_ZEROS(1 << 12);

        private final int writeBytes;

        Method(int writeBytes) {
            this.writeBytes = writeBytes;
        }
    }

    /**
     * Allocates {@code sizeBytes} bytes of real space for an existing file; bytes beyond its present end read as zero.
     * The present content is kept.
     *
     * @param slices how zeros are written, if they are
     * @throws DiskFullException if the file system has no space; what was allocated is not released: delete the file
     * @throws MemoryException for any other error
     */
    public static void allocate(Path file, long sizeBytes, Method method, Slices slices) {
        long from = sizeBytes(file);
        if (method != Method.WRITE_ZEROS) {
            int error = NativeCalls.allocate(file, sizeBytes);
            if (error == NO_SPACE || error == NO_QUOTA) {
                throw full(file, sizeBytes, null);
            }
            if (error == 0 && method == Method.FASTEST) {
                return;
            }
        }
        writeZeros(file, from, sizeBytes, method.writeBytes, slices);
    }

    private static long sizeBytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new MemoryException("cannot allocate file file=" + file + " reason=" + e, e);
        }
    }

    private static void writeZeros(Path file, long from, long sizeBytes, int writeBytes, Slices slices) {
        try {
            Uninterrupted.call(() -> {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    ByteBuffer zeros = ByteBuffer.allocateDirect(writeBytes);
                    long at = from;
                    while (at < sizeBytes) {
                        long sliceEnd = Math.min(sizeBytes, at + slices.bytes());
                        while (at < sliceEnd) {
                            zeros.clear().limit((int) Math.min(writeBytes - at % writeBytes, sliceEnd - at));
                            at += channel.write(zeros, at);
                        }
                        slices.between().run();
                    }
                }
                return null;
            });
        } catch (IOException e) {
            if (DiskErrors.isFull(e) || freeBytes(file) < FULL_BYTES) {
                throw full(file, sizeBytes, e);
            }
            throw new MemoryException(
                    "cannot allocate file sizeBytes=" + sizeBytes + " file=" + file + " reason=" + e, e);
        }
    }

    private static DiskFullException full(Path file, long sizeBytes, IOException cause) {
        return new DiskFullException(
                "no space for a file sizeBytes=" + sizeBytes + " freeBytes=" + freeBytes(file) + " file=" + file,
                cause);
    }

    private static long freeBytes(Path file) {
        try {
            return Files.getFileStore(file).getUsableSpace();
        } catch (IOException e) {
            throw new MemoryException("cannot query free space file=" + file, e);
        }
    }
}
