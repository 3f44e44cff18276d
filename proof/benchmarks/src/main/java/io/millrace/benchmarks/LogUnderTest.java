package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Receiver;
import io.millrace.benchmarks.LatencyRun.Sender;

/**
 * A persisted log as the journal suite drives it. A message is a sequence of longs: its number first, then
 * {@link #FILLER} up to its size, so that reading back can prove that every byte came through.
 *
 * <p>{@link #append} and {@link #read} are called by one thread.
 */
interface LogUnderTest extends AutoCloseable {
    /** What every long of a message but its first holds. */
    long FILLER = 0x0102_0304_0506_0708L;

    /** Appends messages numbered from 0, of the size given when the log was opened. */
    void append(long count);

    /**
     * Reads messages from the first on and returns the sum of their numbers. Of each message only the number is looked
     * at, so that the time is that of the log and not of a sum.
     */
    long read(long count, Trust trust);

    /** Reads messages from the first on and returns the sum of all their longs; not timed. */
    long sum(long count);

    /** Opens a sender; messages already in the log stay. */
    Sender sender();

    /** Opens a receiver of the messages that are sent from now on, which checks so much of each. */
    Receiver receiver(Trust trust);

    /** Returns the index of the last message, by the way that the log documents. */
    long lastIndex();

    /** Opens a reader at the end of the log and closes it again. */
    void attach();

    @Override
    void close();

    /** What a reader checks before it believes a message. */
    enum Trust {
        /** The header alone. */
        HEADER,
        /** The checksum of the whole message. */
        CHECKSUM
    }

    /** Returns what {@link #read} must return. */
    static long expectedNumbers(long count) {
        return count * (count - 1) / 2;
    }

    /** Returns what {@link #sum} must return. */
    static long expectedSum(long count, int sizeBytes) {
        return expectedNumbers(count) + count * (sizeBytes / Long.BYTES - 1) * FILLER;
    }
}
