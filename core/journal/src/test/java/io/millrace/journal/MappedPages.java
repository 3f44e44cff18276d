package io.millrace.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What Linux says of the pages of files that this process has mapped. */
final class MappedPages {

    private static final int PROBE_BYTES = 1 << 20;

    private MappedPages() {}

    /** Returns how much of the mapping of a file is present in this process. */
    static long presentBytes(Path file) throws IOException {
        return bytes(file, "Rss:");
    }

    /** Returns how much of the mapping of a file has changes that are not on the device. */
    static long dirtyBytes(Path file) throws IOException {
        return bytes(file, "(Shared|Private)_Dirty:");
    }

    private static long bytes(Path file, String label) throws IOException {
        boolean isInside = false;
        boolean isMapped = false;
        long sum = 0;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"), StandardCharsets.ISO_8859_1)) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                isInside = line.endsWith(" " + file);
                isMapped |= isInside;
            } else if (isInside && line.matches(label + ".*")) {
                sum += Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        if (!isMapped) {
            throw new AssertionError("not mapped: file=" + file);
        }
        return sum;
    }

    /** Returns whether the file system of a directory has a device, so that a force makes its pages clean. */
    static boolean becomeClean(Path directory) throws IOException {
        Path file = directory.resolve("probe");
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapped = channel.map(MapMode.READ_WRITE, 0, PROBE_BYTES, arena);
            mapped.fill((byte) 1);
            long before = dirtyBytes(file);
            mapped.force();
            return before > 0 && dirtyBytes(file) == 0;
        } finally {
            Files.delete(file);
        }
    }
}
