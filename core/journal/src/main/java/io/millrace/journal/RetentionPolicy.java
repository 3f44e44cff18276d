package io.millrace.journal;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which segments of a journal are removed. Only whole segments are removed, oldest first, never the segment that is
 * written, and in a journal that is opened {@code SYNCED} only synced segments. A reader inside a removed segment can
 * read it to its end.
 *
 * @param maxAge segments whose last frame is older than this are removed; zero or more; empty for any age
 * @param maxSizeBytes the oldest segments are removed while all files together are larger than this; empty for any size
 * @param readers how named positions are treated
 * @param periods how the present period is treated
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

    /** Returns the policy that keeps everything. */
    public static RetentionPolicy keepAll() {
        return new RetentionPolicy(Optional.empty(), OptionalLong.empty(), ReaderPolicy.KEEP_UNREAD, PeriodPolicy.ANY);
    }

    /** Returns this policy with a maximum age. */
    public RetentionPolicy withMaxAge(Duration value) {
        return new RetentionPolicy(Optional.of(value), maxSizeBytes, readers, periods);
    }

    /** Returns this policy with a maximum size of all files together. */
    public RetentionPolicy withMaxSizeBytes(long value) {
        return new RetentionPolicy(maxAge, OptionalLong.of(value), readers, periods);
    }

    /** Returns this policy with another treatment of named positions. */
    public RetentionPolicy withReaders(ReaderPolicy value) {
        return new RetentionPolicy(maxAge, maxSizeBytes, value, periods);
    }

    /** Returns this policy with another treatment of periods. */
    public RetentionPolicy withPeriods(PeriodPolicy value) {
        return new RetentionPolicy(maxAge, maxSizeBytes, readers, value);
    }

    /** Returns whether this policy never removes a segment. */
    public boolean keepsAll() {
        return maxAge.isEmpty()
                && maxSizeBytes.isEmpty()
                && readers != ReaderPolicy.REMOVE_READ
                && periods != PeriodPolicy.REMOVE_CLOSED;
    }
}
