package io.millrace.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects findings: all are counted, the first are kept. Belongs to one thread. */
final class Findings {

    private static final int KEPT = 10_000;

    private final List<Finding> kept = new ArrayList<>();
    private long damages;
    private long notes;

    void add(FindingKind kind, Path file, long offset, long index, String detail) {
        if (kind.isDamage()) {
            damages++;
        } else {
            notes++;
        }
        if (kept.size() < KEPT) {
            kept.add(new Finding(kind, file, offset, index, detail));
        }
    }

    /** Adds the findings of another collection. */
    void addAll(Findings other) {
        other.kept.stream().limit(KEPT - kept.size()).forEach(kept::add);
        damages += other.damages;
        notes += other.notes;
    }

    List<Finding> kept() {
        return List.copyOf(kept);
    }

    long damages() {
        return damages;
    }

    long notes() {
        return notes;
    }
}
