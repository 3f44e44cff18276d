package io.millrace.leaks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files that this process holds open or mapped, as Linux tells in {@code /proc/self}, less the JVM's own. */
final class ProcessFiles {

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    private static final String DELETED = " (deleted)";

    private static final String JDK = System.getProperty("java.home");
    private static final List<String> SYSTEM_FOLDERS =
            List.of("/proc/", "/sys/", "/usr/", "/lib", "/etc/", "/memfd:", "/anon_hugepage", "/[");
    private static final List<String> CODE_ENDINGS = List.of(".jar", ".jmod", ".so", ".class", ".jsa", ".jfr");

    private ProcessFiles() {}

    static boolean readable() {
        return Files.isReadable(MAPPINGS) && Files.isReadable(DESCRIPTORS);
    }

    static Set<String> open() {
        Set<String> open = new HashSet<>();
        if (!readable()) {
            return open;
        }
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                addTarget(descriptor, open);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list open files directory=" + DESCRIPTORS, e);
        }
        return open;
    }

    private static void addTarget(Path descriptor, Set<String> open) {
        try {
            String target = undeleted(Files.readSymbolicLink(descriptor).toString());
            if (belongsToTests(target)) {
                open.add(target);
            }
        } catch (IOException closedMeanwhile) {
            // Another thread closed the descriptor between the listing and the read: it is not open any more.
        }
    }

    static Set<String> mapped() {
        Set<String> mapped = new HashSet<>();
        if (!readable()) {
            return mapped;
        }
        try {
            for (String line : Files.readAllLines(MAPPINGS)) {
                int slash = line.indexOf('/'); // what stands before a path has none, and most lines have no path
                if (slash >= 0 && belongsToTests(undeleted(line.substring(slash)))) {
                    mapped.add(undeleted(line.substring(slash)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list mappings file=" + MAPPINGS, e);
        }
        return mapped;
    }

    private static String undeleted(String path) {
        return path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path;
    }

    /** Files under /dev/shm are data; the devices beside it are not. A name without a leading slash is no file. */
    static boolean belongsToTests(String path) {
        if (!path.startsWith("/") || path.startsWith(JDK) || path.contains("/hsperfdata_") || path.contains(".so.")) {
            return false;
        }
        if (path.startsWith("/dev/") && !path.startsWith("/dev/shm/")) {
            return false;
        }
        return SYSTEM_FOLDERS.stream().noneMatch(path::startsWith)
                && CODE_ENDINGS.stream().noneMatch(path::endsWith);
    }
}
