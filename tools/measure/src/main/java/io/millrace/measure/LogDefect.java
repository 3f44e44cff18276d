package io.millrace.measure;

import java.util.Objects;

/**
 * A line of a log that cannot be read.
 *
 * @param line its number, from 1
 * @param reason what is wrong with it
 */
public record LogDefect(long line, String reason) {
    /** Checks that nothing is missing. */
    public LogDefect {
        Objects.requireNonNull(reason);
    }
}
