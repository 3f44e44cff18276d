package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.harness.WorkDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Fills the machine's free memory with the page cache, as on a machine that has worked for a while: new pages are then
 * taken from those of files. Free memory may not exist physically yet. The host of a virtual machine takes back unused
 * memory, and returns it page by page, which can take longer than a device takes to write it.
 *
 * <p>It reads a file without allocated blocks, for which the device has no work. For one thread.
 */
final class PageCacheFiller implements AutoCloseable {
    private static final int PART_BYTES = 16 << 20;

    /** The part of the memory that may stay free; the system itself keeps less than that. */
    private static final int FREE_PARTS = 32;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PART_BYTES);
    private final WorkDirectory directory;
    private final FileChannel file;
    private long filledBytes;

    private PageCacheFiller(WorkDirectory directory, FileChannel file) {
        this.directory = directory;
        this.file = file;
    }

    /** Creates the object, which has filled nothing yet, with its own file in a directory. */
    static PageCacheFiller create(Path parent) throws IOException {
        WorkDirectory directory = WorkDirectory.create(parent);
        try {
            FileChannel file = FileChannel.open(
                    directory.path().resolve("blank"),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            return new PageCacheFiller(directory, file);
        } catch (IOException e) {
            directory.close();
            throw e;
        }
    }

    /** Fills the memory that is free now, at most {@code mostBytes}; a file system may keep no pages for holes. */
    void fill(long mostBytes) throws IOException {
        long totalBytes = system.getTotalMemorySize();
        long leastFree = totalBytes / FREE_PARTS;
        long end = filledBytes + Math.min(mostBytes, totalBytes);
        file.write(ByteBuffer.allocate(1), end + PART_BYTES); // with a hole before it
        while (filledBytes < end && system.getFreeMemorySize() > leastFree) {
            buffer.clear();
            while (buffer.hasRemaining()) {
                file.read(buffer, filledBytes + buffer.position());
            }
            filledBytes += PART_BYTES;
        }
    }

    long filledBytes() {
        return filledBytes;
    }

    /** Deletes the file, and so frees the memory that it has filled. */
    @Override
    public void close() throws IOException {
        file.close();
        directory.close();
    }
}
