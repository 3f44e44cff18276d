package io.millrace.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names the process that holds a lock, from Linux' table of locks: for people, in messages. No decision depends on it,
 * since a process in another container has no number here.
 */
final class LockHolder {

    private static final Path LOCKS = Path.of("/proc/locks");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final int TYPE = 1;
    private static final int PROCESS = 4;
    private static final int FILE = 5;
    private static final int FROM = 6;
    private static final int TO = 7;

    private LockHolder() {}

    /** Returns {@code pid=… command=… started=…} of the process that holds a byte of a file, or {@code pid=unknown}. */
    static String of(Path file, long offset) {
        return process(file, offset)
                .flatMap(ProcessHandle::of)
                .map(process -> "pid=" + process.pid() + " command="
                        + process.info().command().orElse("unknown") + " started="
                        + process.info().startInstant().map(Object::toString).orElse("unknown"))
                .orElse("pid=unknown");
    }

    private static Optional<Long> process(Path file, long offset) {
        try {
            String wanted = deviceAndInode(file);
            for (String line : Files.readAllLines(LOCKS, StandardCharsets.ISO_8859_1)) {
                String[] fields = SPACES.split(line.replace("-> ", "").strip(), -1);
                if (fields.length > TO
                        && fields[TYPE].equals("POSIX")
                        && fields[FILE].equals(wanted)
                        && Long.parseLong(fields[FROM]) <= offset
                        && (fields[TO].equals("EOF") || Long.parseLong(fields[TO]) >= offset)) {
                    return Optional.of(Long.parseLong(fields[PROCESS]));
                }
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty(); // not Linux, or hidden
        }
        return Optional.empty();
    }

    /** Returns the file as the table of locks names it: major and minor number of the device in hexadecimal, inode. */
    private static String deviceAndInode(Path file) throws IOException {
        long device = (Long) Files.getAttribute(file, "unix:dev");
        long inode = (Long) Files.getAttribute(file, "unix:ino");
        long major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
        long minor = (device & 0xff) | ((device >>> 12) & ~0xffL);
        return hex(major) + ":" + hex(minor) + ":" + inode;
    }

    private static String hex(long number) {
        return (number < 16 ? "0" : "") + Long.toHexString(number);
    }
}
