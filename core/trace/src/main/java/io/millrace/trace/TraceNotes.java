package io.millrace.trace;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** The notes of one trace: each once, a bounded number. For one thread. */
final class TraceNotes {

    private static final int MAX_NOTES = 200;

    private final SequencedSet<String> missing = new LinkedHashSet<>();
    private final SequencedSet<String> remarks = new LinkedHashSet<>();

    TraceNotes() {}

    /** Adds a note that something is missing in the trace. */
    void missing(String note) {
        add(missing, note);
    }

    /** Adds a note that does not make the trace incomplete. */
    void remark(String note) {
        add(remarks, note);
    }

    private static void add(SequencedSet<String> notes, String note) {
        if (notes.size() < MAX_NOTES) {
            notes.add(note);
        } else {
            notes.add("more notes were left out limit=" + MAX_NOTES);
        }
    }

    List<String> missing() {
        return new ArrayList<>(missing);
    }

    List<String> remarks() {
        return new ArrayList<>(remarks);
    }
}
