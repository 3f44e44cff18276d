package io.millrace.prove;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a log on a disk may promise, by its forces.
 *
 * @param directory a directory on the disk
 * @param single single forced blocks of one writer
 * @param alone messages of a SYNCED journal with one writer
 * @param together those of several writers
 * @param writers how many these are
 */
record DiskVerdict(
        Path directory, DiskMeasure.Times single, DiskMeasure.Times alone, DiskMeasure.Times together, int writers) {

    /** File systems that lose everything with the power. */
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs");

    /** No storage device that keeps what it has without power answers sooner, in microseconds. */
    private static final double LEAST_MICROS = 4;

    /** Returns whether a forced write can be trusted to survive a loss of power. */
    boolean isTrusted() throws IOException {
        return !isInMemory() && single.micros(0.5) >= LEAST_MICROS;
    }

    private boolean isInMemory() throws IOException {
        return IN_MEMORY.contains(fileSystem());
    }

    private String fileSystem() throws IOException {
        return Files.getFileStore(directory).type();
    }

    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("file system: " + fileSystem() + " on "
                + Files.getFileStore(directory).name() + writeCache());
        if (isInMemory()) {
            lines.add("The directory is in memory: nothing here survives a loss of power, whatever a force returns.");
        } else if (!isTrusted()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "A force returns after %.1f us, sooner than a device can answer: what it has said to be on the"
                            + " device may be lost with the power.",
                    single.micros(0.5)));
        } else {
            lines.add(String.format(
                    Locale.ROOT,
                    "SYNCED: a writer that waits for each message makes %.0f a second here, each after %.0f us (99 %%:"
                            + " %.0f us); %d writers that wait make %.0f together.",
                    alone.perSecond(),
                    alone.micros(0.5),
                    alone.micros(0.99),
                    writers,
                    together.perSecond()));
            lines.add("A message that was reported synced survives a loss of power, if the device keeps what it has"
                    + " confirmed. No program can see whether it does: cut the power of a machine like this one, and"
                    + " look.");
        }
        lines.add("MAPPED: a message survives the death of the process, and waits for no disk. What the system had not"
                + " written is lost with the power.");
        return lines;
    }

    /** Returns what the system says of the device's cache, where it says something. */
    private String writeCache() throws IOException {
        Path device = Path.of(Files.getFileStore(directory).name());
        Path name = device.getFileName();
        if (!device.startsWith("/dev") || name == null) {
            return "";
        }
        for (Path block : List.of(
                Path.of("/sys/class/block", name.toString()), Path.of("/sys/class/block", withoutPartition(name)))) {
            Path cache = block.resolve("queue/write_cache");
            if (Files.isReadable(cache)) {
                return ", write cache: " + Files.readString(cache).strip();
            }
        }
        return "";
    }

    private static String withoutPartition(Path name) {
        return name.toString().replaceFirst("p?[0-9]+$", "");
    }
}
