package io.millrace.benchmarks;

/** What an engine does for each message beside its session: rows compare engines with equal duties. */
enum FixDuty {
    /** Messages are in a store that outlives the process before they leave, and are validated by a dictionary. */
    RECORDED("recorded"),
    /** Messages are kept in memory at most, and no dictionary is looked at. */
    PLAIN("plain");

    private final String text;

    FixDuty(String text) {
        this.text = text;
    }

    /** Returns the name in rows and arguments. */
    String text() {
        return text;
    }

    /** Returns the duty that a server was given. */
    static FixDuty of(String text) {
        return RECORDED.text.equals(text) ? RECORDED : PLAIN;
    }
}
