package io.millrace.harness;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The throughput of the storage device for one thread that only writes: large blocks of random content, written past
 * the page cache into one new file after the other. If the file system has no direct writes, they are ordinary ones,
 * and each file is forced at its end.
 */
public final class DeviceStream implements AutoCloseable {
    public static final int BLOCK_BYTES = 4 << 20;
    private static final int PAGE_BYTES = 4096;
    private static final long SEED = 1;

    private final boolean isDirect;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment block;
    private final ByteBuffer buffer;
    private long pages;

    DeviceStream(Path directory, boolean isDirect) throws IOException {
        this.isDirect = isDirect;
        long alignment = Math.max(PAGE_BYTES, Files.getFileStore(directory).getBlockSize());
        this.block = arena.allocate(BLOCK_BYTES, alignment);
        this.buffer = block.asByteBuffer();
        SplittableRandom random = new SplittableRandom(SEED);
        for (long at = 0; at < BLOCK_BYTES; at += Long.BYTES) {
            block.set(ValueLayout.JAVA_LONG, at, random.nextLong());
        }
    }

    /** Returns a stream of new files in a directory. */
    public static DeviceStream in(Path directory) throws IOException {
        return new DeviceStream(directory, isDirect(directory));
    }

    /** Returns whether files in a directory can be written past the page cache. */
    static boolean isDirect(Path directory) throws IOException {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                DeviceStream stream = new DeviceStream(fresh.path(), true)) {
            return stream.isWritten(fresh.path().resolve("file"));
        }
    }

    private boolean isWritten(Path file) {
        try {
            write(file, 1);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false; // some file systems fail when a file is opened, others when it is written
        }
    }

    /** Writes a new file of {@code blocks} blocks, and returns its size in bytes. */
    public long write(Path file, int blocks) throws IOException {
        Set<OpenOption> options = new HashSet<>(Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        if (isDirect) {
            options.add(ForcedFile.direct());
        }
        try (FileChannel channel = FileChannel.open(file, options)) {
            for (int i = 0; i < blocks; i++) {
                number();
                buffer.clear();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
            if (!isDirect) {
                channel.force(false);
            }
        }
        return (long) blocks * BLOCK_BYTES;
    }

    /** Makes every page different from all earlier ones, so that the device cannot deduplicate it. */
    private void number() {
        for (long at = 0; at < BLOCK_BYTES; at += PAGE_BYTES) {
            block.set(ValueLayout.JAVA_LONG, at, pages++);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
