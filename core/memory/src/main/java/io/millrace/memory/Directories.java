package io.millrace.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Durability of directory entries: a new or renamed file survives power loss once its directory is forced. */
public final class Directories {

    private Directories() {}

    /**
     * Writes the entries of a directory to the storage device, and returns when they are there.
     *
     * @throws MemoryException if the directory cannot be opened or the device reports an error
     */
    public static void force(Path directory) {
        try {
            Uninterrupted.call(() -> {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                }
                return null;
            });
        } catch (IOException e) {
            throw new MemoryException("cannot force directory directory=" + directory, e);
        }
    }
}
