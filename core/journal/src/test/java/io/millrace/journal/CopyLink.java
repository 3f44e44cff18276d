package io.millrace.journal;

import java.lang.foreign.MemorySegment;

/** Copies from a source to a copy until nothing is left, as a connection would, for tests. */
final class CopyLink {

    private CopyLink() {}

    /** Copies what is published, in parts of at most {@code maxBytes}. */
    static void copy(Journal source, CopyWriter copy, int maxBytes) {
        try (JournalRuns runs = source.runs()) {
            while (copyRun(runs, copy, maxBytes)) {
                // each run is written as a whole
            }
        }
    }

    static boolean copyRun(JournalRuns runs, CopyWriter copy, int maxBytes) {
        RunRead read = runs.next(copy.end(), maxBytes);
        if (!runs.hasSegment()) {
            return false;
        }
        if (Index.position(copy.end()) == 0 || runs.length() > 0) {
            copy.beginSegment(runs.prologue(), runs.begunMs());
        }
        while (read == RunRead.FRAMES) {
            copy.write(runs.boundary(), part(runs), runs.runEnd(), runs.timeMs());
            if (runs.runEnd() == RunEnd.ENDS) {
                return true;
            }
            read = runs.next(runs.nextBoundary(), maxBytes);
        }
        return false;
    }

    static MemorySegment part(JournalRuns runs) {
        return runs.memory().asSlice(runs.offset(), runs.length());
    }
}
