package io.millrace.concurrent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the threads of all processes that may run on one processor only, from the files of Linux under {@code /proc}:
 * those that this user may see in this container. Threads of the kernel do not count; they have no command line.
 */
final class BoundThreads {

    private static final String ALLOWED = "Cpus_allowed_list:";

    private BoundThreads() {}

    /**
     * Returns the number of bound threads of each processor that has one.
     *
     * @param processes {@code /proc}, or a copy of it
     */
    static Map<Integer, Integer> count(Path processes) {
        Map<Integer, Integer> counts = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(processes, "[0-9]*")) {
            for (Path process : all) {
                countProcess(process, counts);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return counts; // not Linux, or processes are hidden
        }
        return counts;
    }

    private static void countProcess(Path process, Map<Integer, Integer> counts) {
        try {
            if (Files.readAllBytes(process.resolve("cmdline")).length == 0) {
                return;
            }
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
                for (Path thread : threads) {
                    countThread(thread.resolve("status"), counts);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // it has ended, or belongs to another user
        }
    }

    private static void countThread(Path status, Map<Integer, Integer> counts) {
        List<String> lines;
        try {
            lines = Files.readAllLines(status, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return; // it has ended, and other threads of the process have not
        }
        for (String line : lines) {
            String list =
                    line.startsWith(ALLOWED) ? line.substring(ALLOWED.length()).strip() : "";
            if (list.matches("[0-9]{1,5}")) {
                counts.merge(Integer.parseInt(list), 1, Integer::sum);
            }
        }
    }
}
