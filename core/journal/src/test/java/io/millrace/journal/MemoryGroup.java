package io.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A control group of Linux, of either version, that limits the memory of the processes in it, page cache included. */
final class MemoryGroup implements AutoCloseable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    private final Path directory;
    private final String peakFile;

    private MemoryGroup(Path directory, String peakFile) {
        this.directory = directory;
        this.peakFile = peakFile;
    }

    /** Creates a group where this process may. */
    static Optional<MemoryGroup> make(long limitBytes) {
        String name = "millrace-test-" + UUID.randomUUID();
        try {
            Path group;
            String peak;
            if (Files.exists(ROOT.resolve("cgroup.controllers"))) {
                group = Files.createDirectory(ROOT.resolve(name));
                Files.writeString(group.resolve("memory.max"), Long.toString(limitBytes));
                peak = "memory.peak";
            } else {
                group = Files.createDirectory(ROOT.resolve("memory").resolve(name));
                Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(limitBytes));
                peak = "memory.max_usage_in_bytes";
            }
            return Optional.of(new MemoryGroup(group, peak));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns a command that runs another command in the group. */
    List<String> inside(List<String> command) {
        String script = "echo $$ > " + directory.resolve("cgroup.procs") + " && exec \"$@\"";
        List<String> inside = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        inside.addAll(command);
        return inside;
    }

    /** Returns the peak memory of the group. */
    long peakBytes() throws IOException {
        return Long.parseLong(Files.readString(directory.resolve(peakFile)).strip());
    }

    @Override
    public void close() throws IOException {
        Files.delete(directory);
    }
}
