package io.millrace.hdr;

import io.millrace.measure.LogDefect;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Names the first damaged lines and counts the rest. */
final class DefectCount {
    private final PrintWriter err;
    private final int named;
    private long count;

    DefectCount(PrintWriter err, int named) {
        this.err = err;
        this.named = named;
    }

    void add(Path file, LogDefect defect) {
        if (count++ < named) {
            err.println("millrace: damaged line file=" + file + " line=" + defect.line() + " " + defect.reason());
        }
    }

    long count() {
        return count;
    }

    void report() {
        if (count > 0) {
            err.println("millrace: lines were damaged and left out count=" + count);
        }
        err.flush();
    }
}
