package io.millrace.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Gives a file its whole space on the disk, so that a later store into a mapping of it can never fail.
 *
 * <p>A store into a mapped hole of a full disk kills the process with a signal; this is where it becomes an exception.
 */
public final class Preallocation {

    private static final int NO_SPACE = 28;
    private static final int NO_QUOTA = 122;

    /** A file system with less than this left counts as full once a write to it has failed. */
    private static final long FULL_BYTES = 1 << 20;

    private Preallocation() {}

    /**
     * How the space is taken. Of zeros that are written in one call a file system may make one large piece in its
     * cache. To map the pages of large pieces takes a third of the time, and all of a piece goes to the device when one
     * byte of it was changed and is forced.
     */
    public enum Method {
        /** By {@code posix_fallocate} where it can be called, else by writing zeros, 64 KiB at a time. */
        FASTEST(1 << 16),
        /** As the fastest, and by writing zeros 256 KiB at a time in any case, so that all pages are in the cache. */
        CACHED(1 << 18),
        /** By writing zeros a page at a time, so that a later forced write changes no metadata and writes no more. */
        WRITE_ZEROS(1 << 12);

        private final int writeBytes;

        Method(int writeBytes) {
            this.writeBytes = writeBytes;
        }
    }

    /**
     * Gives an existing file {@code sizeBytes} bytes of real space; what is beyond its present end reads as zero. The
     * present content is kept.
     *
     * @param slices how zeros are written, where they are
     * @throws DiskFullException if the file system has no room; what was taken is not given back: delete the file
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
            throw new MemoryException("The file cannot be allocated: file=" + file + " reason=" + e, e);
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
                    "The file cannot be allocated: sizeBytes=" + sizeBytes + " file=" + file + " reason=" + e, e);
        }
    }

    private static DiskFullException full(Path file, long sizeBytes, IOException cause) {
        return new DiskFullException(
                "The disk is full: sizeBytes=" + sizeBytes + " freeBytes=" + freeBytes(file) + " file=" + file, cause);
    }

    private static long freeBytes(Path file) {
        try {
            return Files.getFileStore(file).getUsableSpace();
        } catch (IOException e) {
            throw new MemoryException("The free space cannot be asked for: file=" + file, e);
        }
    }
}
