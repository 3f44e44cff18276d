package io.millrace.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/** Creates bytes, and changes files of a journal without its knowledge, for tests. */
final class Bytes {

    private Bytes() {}

    static void flipBit(Path file, long offset, int bit) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(offset);
            int before = access.read();
            access.seek(offset);
            access.write(before ^ (1 << bit));
        }
    }

    static void write(Path file, long offset, byte[] bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(offset);
            access.write(bytes);
        }
    }

    static void truncate(Path file, long sizeBytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(sizeBytes);
        }
    }

    /** Returns random bytes, the same for the same seed. */
    static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
