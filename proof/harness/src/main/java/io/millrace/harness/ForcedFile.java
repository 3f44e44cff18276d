package io.millrace.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file with allocated blocks, written and forced once, and memory from which ranges of it are forced to the storage
 * device: a mapping of the file, or a buffer that a call writes. One thread forces at a time.
 */
public final class ForcedFile implements AutoCloseable {
    public static final int BLOCK_BYTES = 4096;

    /** How a range is forced to the device. */
    public enum Way {
        /** {@code msync} of the pages of a mapping. */
        MSYNC("mapped, msync"),
        /** {@code fdatasync} of the mapped file. */
        FDATASYNC("mapped, fdatasync"),
        /** A write of whole blocks to a file that was opened with {@code O_DSYNC}. */
        DSYNC("O_DSYNC write"),
        /** A write with {@code O_DSYNC} past the page cache, with {@code O_DIRECT}. */
        DIRECT_DSYNC("direct O_DSYNC write");

        private final String text;

        Way(String text) {
            this.text = text;
        }

        boolean isMapped() {
            return this == MSYNC || this == FDATASYNC;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Way way;
    private final Arena arena;
    private final FileChannel channel;
    private final MemorySegment memory;
    private final ByteBuffer buffer;

    private ForcedFile(Way way, Arena arena, FileChannel channel, MemorySegment memory) {
        this.way = way;
        this.arena = arena;
        this.channel = channel;
        this.memory = memory;
        this.buffer = memory.asByteBuffer();
    }

    /** Creates the file; its size is a multiple of {@link #BLOCK_BYTES}. */
    public static ForcedFile create(Path file, Way way, int sizeBytes) throws IOException {
        try (FileChannel written = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(BLOCK_BYTES);
            for (int at = 0; at < sizeBytes; at += BLOCK_BYTES) { // a force writes whole ranges of earlier calls
                while (zeros.hasRemaining()) {
                    written.write(zeros);
                }
                zeros.clear();
            }
            written.force(true);
        }
        FileChannel channel = FileChannel.open(file, options(way));
        Arena arena = Arena.ofShared();
        MemorySegment memory = way.isMapped()
                ? channel.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes, arena)
                : arena.allocate(sizeBytes, BLOCK_BYTES);
        return new ForcedFile(way, arena, channel, memory);
    }

    private static Set<OpenOption> options(Way way) {
        return switch (way) {
            case MSYNC, FDATASYNC -> Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
            case DSYNC -> Set.of(StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
            case DIRECT_DSYNC -> Set.of(StandardOpenOption.WRITE, StandardOpenOption.DSYNC, direct());
        };
    }

    /** Finds the option by name, since the compiler warns about the type, and the warning cannot be suppressed. */
    static OpenOption direct() {
        try {
            Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
            return (OpenOption) options.getField("DIRECT").get(null);
        } catch (ReflectiveOperationException e) {
            throw new BenchmarkException("this JDK has no direct writes", e);
        }
    }

    /** Returns the memory from which the file is written. */
    public MemorySegment memory() {
        return memory;
    }

    /** Forces a range, widened to whole blocks, to the device. */
    public void force(long from, long to) {
        long first = from & -BLOCK_BYTES;
        long end = Math.min(memory.byteSize(), (to + BLOCK_BYTES - 1) & -BLOCK_BYTES);
        try {
            switch (way) {
                case MSYNC -> memory.asSlice(first, end - first).force();
                case FDATASYNC -> channel.force(false);
                case DSYNC, DIRECT_DSYNC -> write((int) first, (int) end);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a range could not be forced way=" + way + " from=" + from, e);
        }
    }

    private void write(int from, int to) throws IOException {
        buffer.limit(to).position(from);
        while (buffer.hasRemaining()) {
            channel.write(buffer, buffer.position());
        }
    }

    @Override
    public void close() throws IOException {
        arena.close();
        channel.close();
    }
}
