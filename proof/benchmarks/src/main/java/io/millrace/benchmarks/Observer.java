package io.millrace.benchmarks;

/** What observes a run while it is measured. */
enum Observer {
    /** Nothing, which all others are compared with. */
    NONE("nothing"),
    /** Nothing: what its figure differs by is the error of the others. */
    NONE_AGAIN("nothing, once more"),
    /** A console that no page shows. */
    CONSOLE("console, no page open"),
    /** A console with a page that reads and confirms each state. */
    PAGE("console, a page open"),
    /** Meters that are scraped once a second. */
    METERS("meters, scraped each second"),
    /** Spans of every message of the journals for a collector, and meters that are scraped. */
    SPANS("meters, and spans of 1 in 100");

    private final String text;

    Observer(String text) {
        this.text = text;
    }

    /** Returns its name in the report. */
    String text() {
        return text;
    }

    boolean hasConsole() {
        return this == CONSOLE || this == PAGE;
    }

    boolean hasMeters() {
        return this == METERS || this == SPANS;
    }
}
