package io.millrace.benchmarks;

import io.millrace.benchmarks.LatencyRun.Receiver;
import io.millrace.benchmarks.LatencyRun.Sender;

/**
 * A persisted log as the journal suite uses it. A message is a sequence of longs: its number first, then {@link
 * #FILLER} up to its size, so that reading back can prove that every byte was stored.
 *
 * <p>{@link #append} and {@link #read} are called by one thread.
 */
interface LogUnderTest extends AutoCloseable {
    /** The value of every long of a message but its first. */
    long FILLER = 0x0102_0304_0506_0708L;

    /** Appends messages numbered from 0, of the size given when the log was opened. */
    void append(long count);

    /**
     * Reads messages from the first on and returns the sum of their numbers. It reads only the number of each message,
     * so that the time is that of the log and not of adding.
     */
    long read(long count, ReadCheck readCheck);

    /** Reads messages from the first on and returns the sum of all their longs; not timed. */
    long sum(long count);

    /** Opens a sender; messages already in the log stay. */
    Sender sender();

    /** Opens a receiver of the messages that are sent from now on, with a check of each. */
    Receiver receiver(ReadCheck readCheck);

    /** Returns the index of the last message, by the documented method of the log. */
    long lastIndex();

    /** Opens a reader at the end of the log and closes it again. */
    void attach();

    @Override
    void close();

    /** What a reader checks of a message. */
    enum ReadCheck {
        /** Only the header. */
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
