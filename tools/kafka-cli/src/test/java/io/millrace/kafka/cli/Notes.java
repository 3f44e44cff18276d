package io.millrace.kafka.cli;

import java.time.Instant;
import java.util.List;

/** Calls of several kinds. */
interface Notes {
    void note(Note note, int priority);

    void tags(List<String> tags);

    void closed();

    /** A message. */
    record Note(long id, Instant at, double value, String text) {}
}
