package io.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * The identity of a file in the file system, whatever path leads to it: device and inode.
 *
 * @param key null where the file system provides none
 */
record FileKey(Object key) {

    static FileKey of(Path file) throws IOException {
        return new FileKey(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    /** Returns whether a path refers to this file, as far as the file system can tell. */
    boolean isAt(Path path) {
        try {
            return Objects.equals(key, of(path).key);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true; // unknown; the next access to the directory reports what is wrong
        }
    }

    /** Returns the exception for a directory in which a file is missing or was replaced. */
    static JournalException lost(Path directory, String file) {
        return new JournalException("journal directory was removed, moved or replaced while the journal was open"
                + " directory=" + directory + " file=" + file);
    }
}
