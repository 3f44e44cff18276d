package io.millrace.telemetry;

/** What the source of the tests writes. */
public interface Notes {
    /** A note. */
    void note(Note note);

    /** Another call. */
    void closed(String reason);

    /** A note with a number and a text. */
    record Note(long number, String text, double weight) {}
}
