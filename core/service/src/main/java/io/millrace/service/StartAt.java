package io.millrace.service;

/**
 * Where a component or gateway begins to read a channel from which it has never read and whose first messages retention
 * has removed. Without it such a start is an error, since what was removed would be missing in the output. It applies
 * once for each input, and the output records where that was; it changes nothing about where a restart continues.
 */
public enum StartAt {
    /** With the oldest message that is kept. */
    OLDEST_KEPT,
    /** With the first message written after the service was first started. */
    END
}
