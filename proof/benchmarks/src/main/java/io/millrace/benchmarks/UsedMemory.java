package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Gives the machine's free memory to the page cache, as it is wherever a machine has worked for a while: new pages are
 * then taken from those of files. Memory that is free may be nowhere yet. The host of a virtual machine takes back what
 * is not used, and gives it anew page by page, which can take longer than a device takes to write it.
 *
 * <p>What fills it is the reading of a file that has no blocks, for which the device has nothing to do. Belongs to one
 * thread.
 */
final class UsedMemory implements AutoCloseable {
    private static final int PART_BYTES = 16 << 20;

    /** The part of the memory that may stay free; the system itself keeps less than that. */
    private static final int FREE_PARTS = 32;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PART_BYTES);
    private final WorkDirectory directory;
    private final FileChannel file;
    private long filledBytes;

    private UsedMemory(WorkDirectory directory, FileChannel file) {
        this.directory = directory;
        this.file = file;
    }

    /** Makes one, which has filled nothing yet, with a file of its own below a directory. */
    static UsedMemory create(Path parent) throws IOException {
        WorkDirectory directory = WorkDirectory.create(parent);
        try {
            FileChannel file = FileChannel.open(
                    directory.path().resolve("blank"),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            return new UsedMemory(directory, file);
        } catch (IOException e) {
            directory.close();
            throw e;
        }
    }

    /**
     * Fills what is free now, by at most so much; a file system may have no pages for what is blank.
     */
    void fill(long mostBytes) throws IOException {
        long totalBytes = system.getTotalMemorySize();
        long leastFree = totalBytes / FREE_PARTS;
        long end = filledBytes + Math.min(mostBytes, totalBytes);
        file.write(ByteBuffer.allocate(1), end + PART_BYTES); // and nothing in front of it
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

    /** Deletes the file, and so frees what it has filled. */
    @Override
    public void close() throws IOException {
        file.close();
        directory.close();
    }
}
