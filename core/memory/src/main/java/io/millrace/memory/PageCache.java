package io.millrace.memory;

import java.nio.file.Path;

/**
 * Hints to the system about the pages of files that it keeps in memory. Where native calls are not available nothing is
 * done, and the system decides by itself as it would without a hint.
 */
public final class PageCache {

    private PageCache() {}

    /**
     * Starts to write the changed pages of a file to the storage device, and does not wait for that. It makes nothing
     * durable.
     *
     * @return whether the system took the hint
     */
    public static boolean startWriteBack(Path file) {
        return NativeCalls.startWriteBack(file) == 0;
    }

    /**
     * Lets go of the pages of a file that are written back and that no process has mapped. What is read of it later
     * comes from the storage device.
     *
     * @return whether the system took the hint
     */
    public static boolean release(Path file) {
        return NativeCalls.releasePages(file) == 0;
    }
}
