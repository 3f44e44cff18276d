package io.millrace.replication;

import io.millrace.journal.Epoch;

/**
 * What a journal holds of one epoch.
 *
 * @param firstSegment number of the first segment of the epoch that the journal keeps
 * @param epoch the epoch
 * @param end the position of the end mark of its last segment, or the end of the journal for its last epoch
 */
public record EpochSpan(long firstSegment, Epoch epoch, long end) {}
