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
 * @param maxBytesForCopies a segment that a copy on another machine still lacks stays, although it is due, while it and
 *     all later segments together have at most this size; a copy that comes later must be made anew. Zero or more
 */
public record RetentionPolicy(
        Optional<Duration> maxAge,
        OptionalLong maxSizeBytes,
        ReaderPolicy readers,
        PeriodPolicy periods,
        long maxBytesForCopies) {

    /** What {@link #keepAll()} keeps at most for copies: 4 GiB. */
    public static final long USUAL_BYTES_FOR_COPIES = 4L << 30;

    /** Checks the values. */
    public RetentionPolicy {
        if (maxAge.isPresent() && maxAge.get().isNegative()) {
            throw new JournalException("segment age must not be negative maxAge=" + maxAge.get());
        }
        if (maxSizeBytes.isPresent() && maxSizeBytes.getAsLong() < 0) {
            throw new JournalException("journal size must not be negative maxSizeBytes=" + maxSizeBytes.getAsLong());
        }
        if (maxBytesForCopies < 0) {
            throw new JournalException(
                    "size that is kept for copies must not be negative maxBytesForCopies=" + maxBytesForCopies);
        }
    }

    /** Returns the policy that keeps everything. */
    public static RetentionPolicy keepAll() {
        return new RetentionPolicy(
                Optional.empty(),
                OptionalLong.empty(),
                ReaderPolicy.KEEP_UNREAD,
                PeriodPolicy.ANY,
                USUAL_BYTES_FOR_COPIES);
    }

    /** Returns this policy with a maximum age. */
    public RetentionPolicy withMaxAge(Duration value) {
        return new RetentionPolicy(Optional.of(value), maxSizeBytes, readers, periods, maxBytesForCopies);
    }

    /** Returns this policy with a maximum size of all files together. */
    public RetentionPolicy withMaxSizeBytes(long value) {
        return new RetentionPolicy(maxAge, OptionalLong.of(value), readers, periods, maxBytesForCopies);
    }

    /** Returns this policy with another treatment of named positions. */
    public RetentionPolicy withReaders(ReaderPolicy value) {
        return new RetentionPolicy(maxAge, maxSizeBytes, value, periods, maxBytesForCopies);
    }

    /** Returns this policy with another treatment of periods. */
    public RetentionPolicy withPeriods(PeriodPolicy value) {
        return new RetentionPolicy(maxAge, maxSizeBytes, readers, value, maxBytesForCopies);
    }

    /** Returns this policy with another size that is kept for copies. */
    public RetentionPolicy withMaxBytesForCopies(long value) {
        return new RetentionPolicy(maxAge, maxSizeBytes, readers, periods, value);
    }

    /** Returns whether this policy never removes a segment. */
    public boolean keepsAll() {
        return maxAge.isEmpty()
                && maxSizeBytes.isEmpty()
                && readers != ReaderPolicy.REMOVE_READ
                && periods != PeriodPolicy.REMOVE_CLOSED;
    }
}
