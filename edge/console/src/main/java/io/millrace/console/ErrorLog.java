package io.millrace.console;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The newest errors of what is shown. Any thread. */
final class ErrorLog {

    private static final int MAX = 20;
    private static final int MAX_TEXT = 2_000;

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();

    /**
     * An error.
     *
     * @param at when it was reported
     * @param severity how bad it is
     * @param origin what it is of
     * @param text what went wrong
     */
    record Entry(Instant at, String severity, String origin, String text) {

        void write(Json json) {
            json.field("at", at.toString())
                    .field("severity", severity)
                    .field("origin", origin)
                    .field("text", text);
        }
    }

    synchronized void add(String severity, String origin, String text) {
        String shown = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
        entries.addLast(new Entry(Instant.now(), severity, origin, shown));
        if (entries.size() > MAX) {
            entries.removeFirst();
        }
    }

    /** Returns the errors, the oldest first. */
    synchronized List<Entry> list() {
        return new ArrayList<>(entries);
    }
}
