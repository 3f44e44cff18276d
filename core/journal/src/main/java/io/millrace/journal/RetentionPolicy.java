package io.millrace.journal;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which segments of a journal may go. Only whole segments go, oldest first, never the one that is written, and in a
 * journal that is opened {@code SYNCED} only what is synced. A reader inside a segment that goes can read it to its
 * end.
 *
 * @param maxAge segments whose last frame is older than this go; zero or more; empty for any age
 * @param maxSizeBytes the oldest segments go while all files together are larger than this; empty for any size
 * @param readers what the named positions say
 * @param periods what the present period says
 */
public record RetentionPolicy(
        Optional<Duration> maxAge, OptionalLong maxSizeBytes, ReaderPolicy readers, PeriodPolicy periods) {

    /** Checks the values. */
    public RetentionPolicy {
        if (maxAge.isPresent() && maxAge.get().isNegative()) {
            throw new JournalException("segment age must not be negative maxAge=" + maxAge.get());
        }
        if (maxSizeBytes.isPresent() && maxSizeBytes.getAsLong() < 0) {
            throw new JournalException("journal size must not be negative maxSizeBytes=" + maxSizeBytes.getAsLong());
        }
    }

    /** Returns the policy by which nothing ever goes. */
    public static RetentionPolicy keepAll() {
        return new RetentionPolicy(Optional.empty(), OptionalLong.empty(), ReaderPolicy.KEEP_UNREAD, PeriodPolicy.ANY);
    }

    /** Returns this policy with a highest age. */
    public RetentionPolicy withMaxAge(Duration value) {
        return new RetentionPolicy(Optional.of(value), maxSizeBytes, readers, periods);
    }

    /** Returns this policy with a highest size of all files together. */
    public RetentionPolicy withMaxSizeBytes(long value) {
        return new RetentionPolicy(maxAge, OptionalLong.of(value), readers, periods);
    }

    /** Returns this policy with another view of named positions. */
    public RetentionPolicy withReaders(ReaderPolicy value) {
        return new RetentionPolicy(maxAge, maxSizeBytes, value, periods);
    }

    /** Returns this policy with another view of periods. */
    public RetentionPolicy withPeriods(PeriodPolicy value) {
        return new RetentionPolicy(maxAge, maxSizeBytes, readers, value);
    }

    /** Returns whether there is nothing that this policy could ever remove. */
    public boolean keepsAll() {
        return maxAge.isEmpty()
                && maxSizeBytes.isEmpty()
                && readers != ReaderPolicy.REMOVE_READ
                && periods != PeriodPolicy.REMOVE_CLOSED;
    }
}
