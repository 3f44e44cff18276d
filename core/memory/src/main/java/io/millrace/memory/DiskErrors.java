package io.millrace.memory;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * Recognizes errors of the file system that mean a lack of space: no bytes, no inodes for another file, or an
 * exhausted quota, or a file that would exceed the size that the process or the file system allows.
 *
 * <p>The JDK does not keep the number of the error, only the text of the C library, which may be in the language of the
 * user. The device that is always full provides that text for a full disk; the texts for a quota and for
 * the size of a file are known in English only.
 */
public final class DiskErrors {

    private static final String ALWAYS_FULL = "/dev/full";
    private static final String NO_SPACE = "No space left on device";
    private static final String NO_QUOTA = "Disk quota exceeded";
    private static final String TOO_LARGE = "File too large";

    private DiskErrors() {}

    /** Returns whether a file could not be created or extended because the file system has no space. */
    public static boolean isFull(IOException error) {
        String text = error instanceof FileSystemException system ? system.getReason() : error.getMessage();
        return text != null
                && (text.contains(NO_SPACE)
                        || text.contains(NO_QUOTA)
                        || text.contains(TOO_LARGE)
                        || text.contains(localText()));
    }

    private static String localText() {
        try (FileOutputStream full = new FileOutputStream(ALWAYS_FULL)) {
            full.write(0);
            return NO_SPACE; // a file with the name of the device
        } catch (IOException e) {
            boolean isThere = e.getMessage() != null && !e.getMessage().contains(ALWAYS_FULL);
            return isThere ? e.getMessage() : NO_SPACE;
        }
    }
}
