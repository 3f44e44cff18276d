package io.millrace.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;

/** Identifies one run of the machine: what was only in memory is lost between two runs. */
public final class BootId {

    private static final Path SOURCE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /**
     * Returns the random identifier of this run of the machine, or the zero identifier where the system has none.
     *
     * @throws MemoryException if the system has one that cannot be read
     */
    public static UUID current() {
        try {
            return UUID.fromString(
                    Files.readString(SOURCE, StandardCharsets.US_ASCII).strip());
        } catch (NoSuchFileException e) {
            return new UUID(0, 0);
        } catch (IOException | IllegalArgumentException e) {
            throw new MemoryException("cannot read boot identifier file=" + SOURCE, e);
        }
    }
}
