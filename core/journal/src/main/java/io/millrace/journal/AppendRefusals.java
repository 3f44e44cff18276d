package io.millrace.journal;

import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * Whether appends are refused: for good, because another member was promoted, or for a while, because too few copies
 * are connected. An appender asks where it does rare work anyway; a refusal makes the appender do that with its next
 * frame. Any thread may call any method.
 */
final class AppendRefusals {

    private final Path directory;
    private volatile Epoch fencedBy;
    private volatile String why;
    private volatile Runnable onRefusal = () -> {};

    AppendRefusals(Path directory) {
        this.directory = directory;
    }

    /** Sets the action that is run, in the refusing thread, once {@link #check} throws. */
    void onRefusal(Runnable action) {
        onRefusal = action;
    }

    void fence(Epoch by) {
        fencedBy = by;
        VarHandle.fullFence(); // either the appender sees the refusal, or the action follows its last step
        onRefusal.run();
    }

    void refuse(String reason) {
        why = reason;
        VarHandle.fullFence();
        onRefusal.run();
    }

    void admit() {
        why = null;
    }

    boolean isRefused() {
        return fencedBy != null || why != null;
    }

    /**
     * Throws if appends are refused for good.
     *
     * @throws JournalFencedException if so
     */
    void checkFenced() {
        Epoch by = fencedBy;
        if (by != null) {
            throw new JournalFencedException(
                    "journal is fenced: another member appends now directory=" + directory + " epoch=" + by);
        }
    }

    /**
     * Throws if appends are refused.
     *
     * @throws JournalFencedException if they are refused for good
     */
    void check() {
        checkFenced();
        String reason = why;
        if (reason != null) {
            throw new JournalException(reason + " directory=" + directory);
        }
    }
}
