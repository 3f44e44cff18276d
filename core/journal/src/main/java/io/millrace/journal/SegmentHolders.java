package io.millrace.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds the processes that still have removed segments mapped, from the memory maps of Linux: only processes that this
 * user may inspect, in this container. On other systems it finds none.
 */
final class SegmentHolders {

    private static final Path PROCESSES = Path.of("/proc");
    private static final String DELETED = " (deleted)";

    private SegmentHolders() {}

    static List<JournalInfo.Holder> find(Path directory, long firstKept) {
        List<JournalInfo.Holder> holders = new ArrayList<>();
        if (firstKept == 0) {
            return holders;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            String prefix = directory.toRealPath() + "/";
            for (Path process : processes) {
                Map<Long, Long> removed = removed(process.resolve("maps"), prefix, firstKept);
                if (!removed.isEmpty()) {
                    holders.add(new JournalInfo.Holder(
                            Long.parseLong(process.getFileName().toString()),
                            command(process),
                            List.copyOf(new TreeSet<>(removed.keySet())),
                            removed.values().stream().mapToLong(bytes -> bytes).sum()));
                }
            }
        } catch (IOException e) {
            return List.of(); // not Linux, or processes are hidden
        }
        return holders;
    }

    /** Returns the removed segments that a process has mapped, with their sizes. */
    private static Map<Long, Long> removed(Path maps, String prefix, long firstKept) {
        Map<Long, Long> segments = new HashMap<>();
        try {
            for (String line : Files.readAllLines(maps, StandardCharsets.ISO_8859_1)) {
                int path = line.indexOf(prefix);
                if (path >= 0 && line.endsWith(DELETED)) {
                    String name = line.substring(path + prefix.length(), line.length() - DELETED.length());
                    String digits = name.substring(0, Math.max(0, name.indexOf('.')));
                    // A segment that its process has created is mapped under its temporary name.
                    if (digits.matches("[0-9]{8,10}") && Long.parseLong(digits) < firstKept) {
                        segments.merge(Long.parseLong(digits), bytes(line), Long::sum);
                    }
                }
            }
        } catch (IOException e) {
            return Map.of(); // it has ended, or belongs to another user
        }
        return segments;
    }

    private static long bytes(String line) {
        int dash = line.indexOf('-');
        long from = Long.parseUnsignedLong(line.substring(0, dash), 16);
        return Long.parseUnsignedLong(line.substring(dash + 1, line.indexOf(' ')), 16) - from;
    }

    private static String command(Path process) {
        try {
            return Files.readString(process.resolve("comm")).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
