package io.millrace.fix;

import java.util.function.Consumer;

/** Tells what happens to connections, a bounded number of lines a second. One thread. */
final class EngineLog {

    private static final int MOST_A_SECOND = 20;
    private static final long SECOND_NS = 1_000_000_000L;

    private final Consumer<String> to;
    private long sinceNs;
    private long nowNs;
    private int lines;
    private long left;

    EngineLog(Consumer<String> to) {
        this.to = to;
    }

    /** Takes note of the time, and tells how many lines were left out. */
    void tick(long timeNs) {
        nowNs = timeNs;
        if (nowNs - sinceNs >= SECOND_NS) {
            sinceNs = nowNs;
            lines = 0;
            if (left > 0) {
                to.accept("lines were left out of the log count=" + left);
                left = 0;
            }
        }
    }

    void note(String line) {
        if (lines < MOST_A_SECOND) {
            lines++;
            to.accept(line);
        } else {
            left++;
        }
    }
}
