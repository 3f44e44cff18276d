package io.millrace.memory;

import java.nio.file.Path;

/**
 * Hints to the system about the pages of files that it keeps in memory. Where native calls are not available they do
 * nothing.
 */
public final class PageCache {

    private PageCache() {}

    /**
     * Starts to write the changed pages of a file to the storage device, without waiting for the end. It makes nothing
     * durable.
     *
     * @return whether the system accepted the hint
     */
    public static boolean startWriteBack(Path file) {
        return NativeCalls.startWriteBack(file) == 0;
    }

    /**
     * Releases the pages of a file that are written back and that no process has mapped. Later reads come from the
     * storage device.
     *
     * @return whether the system accepted the hint
     */
    public static boolean release(Path file) {
        return NativeCalls.releasePages(file) == 0;
    }
}
