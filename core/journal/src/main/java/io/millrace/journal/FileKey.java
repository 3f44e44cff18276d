package io.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * What the file system knows a file by, whatever name leads to it: device and inode.
 *
 * @param key null where the file system tells nothing
 */
record FileKey(Object key) {

    static FileKey of(Path file) throws IOException {
        return new FileKey(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    /** Returns whether a path leads to this file, as far as the file system tells. */
    boolean isAt(Path path) {
        try {
            return Objects.equals(key, of(path).key);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            return true; // nothing is known; whoever uses the directory next is told what is wrong
        }
    }

    /** Makes the exception for a directory in which a file is another one than before, or none. */
    static JournalException lost(Path directory, String file) {
        return new JournalException("journal directory was removed, moved or replaced while the journal was open"
                + " directory=" + directory + " file=" + file);
    }
}
