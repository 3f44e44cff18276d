package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a journal is opened. No option is fixed for the life of the journal: each opening may choose anew, and options of
 * segments (size, roll period) apply from the next segment on.
 *
 * @param ownership which writers may append
 * @param durability the durability that each frame reaches without a further call
 * @param segmentSizeBytes size of a segment file, 64 KiB to 1 GiB, a multiple of 4096. Each segment takes all of it
 *     from the disk when it is created, the first at the first opening; a message has a quarter of it at most
 * @param rollEvery when to start a new segment by the clock
 * @param fenceAfter how long a living but silent writer may hold a claim before another process turns it into padding,
 *     or the slot of a position before other processes skip it; used with {@link Ownership#SHARED} only
 * @param errorHandler gets errors of background threads, in that thread; its own exceptions are logged
 * @param clock the time of rolls, of the index by time, and of ages
 * @param retention which segments are removed; applied about once a second while the journal is open for writing
 * @param ownerCheck whether appenders and named positions refuse a second thread
 */
public record JournalOptions(
        Ownership ownership,
        Durability durability,
        long segmentSizeBytes,
        RollPeriod rollEvery,
        Duration fenceAfter,
        Consumer<Throwable> errorHandler,
        InstantSource clock,
        RetentionPolicy retention,
        OwnerCheck ownerCheck) {

    /** The smallest segment: 64 KiB. */
    public static final long MIN_SEGMENT_SIZE_BYTES = 1 << 16;

    /** The largest segment: 1 GiB. */
    public static final long MAX_SEGMENT_SIZE_BYTES = 1 << 30;

    private static final int SEGMENT_SIZE_UNIT = 4096;

    /** Checks the sizes and times, and that nothing is null. */
    public JournalOptions {
        Objects.requireNonNull(ownership, "ownership");
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(rollEvery, "rollEvery");
        Objects.requireNonNull(fenceAfter, "fenceAfter");
        Objects.requireNonNull(errorHandler, "errorHandler");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(ownerCheck, "ownerCheck");
        if (segmentSizeBytes < MIN_SEGMENT_SIZE_BYTES
                || segmentSizeBytes > MAX_SEGMENT_SIZE_BYTES
                || segmentSizeBytes % SEGMENT_SIZE_UNIT != 0) {
            throw new JournalException("segment size must be a multiple of 4096 bytes segmentSizeBytes="
                    + segmentSizeBytes + " min=" + MIN_SEGMENT_SIZE_BYTES + " max=" + MAX_SEGMENT_SIZE_BYTES);
        }
        if (fenceAfter.isNegative() || fenceAfter.isZero()) {
            throw new JournalException(
                    "time until a silent writer is fenced must be positive fenceAfter=" + fenceAfter);
        }
    }

    /**
     * Returns single ownership, {@code MAPPED}, 64 MiB, no roll by time, 10 s, errors to the log, the system clock, no
     * removal, and the owner check.
     */
    public static JournalOptions defaults() {
        return new JournalOptions(
                Ownership.SINGLE,
                Durability.MAPPED,
                64L << 20,
                RollPeriod.NONE,
                Duration.ofSeconds(10),
                JournalOptions::log,
                InstantSource.system(),
                RetentionPolicy.keepAll(),
                OwnerCheck.ON);
    }

    private static void log(Throwable error) {
        System.getLogger(JournalOptions.class.getPackageName())
                .log(Level.ERROR, "a background thread of the journal failed", error);
    }

    /** Returns the error handler for background threads: its exceptions end none of them. */
    Consumer<Throwable> guardedErrorHandler() {
        return error -> {
            try {
                errorHandler.accept(error);
            } catch (Throwable thrown) {
                if (!thrown.equals(error)) {
                    thrown.addSuppressed(error);
                }
                System.getLogger(JournalOptions.class.getPackageName())
                        .log(Level.ERROR, "the error handler of the journal threw an exception", thrown);
            }
        };
    }

    /** Returns these options with another ownership. */
    public JournalOptions withOwnership(Ownership value) {
        return new JournalOptions(
                value, durability, segmentSizeBytes, rollEvery, fenceAfter, errorHandler, clock, retention, ownerCheck);
    }

    /** Returns these options with another durability. */
    public JournalOptions withDurability(Durability value) {
        return new JournalOptions(
                ownership, value, segmentSizeBytes, rollEvery, fenceAfter, errorHandler, clock, retention, ownerCheck);
    }

    /** Returns these options with another segment size. */
    public JournalOptions withSegmentSizeBytes(long value) {
        return new JournalOptions(
                ownership, durability, value, rollEvery, fenceAfter, errorHandler, clock, retention, ownerCheck);
    }

    /** Returns these options with another roll period. */
    public JournalOptions withRollEvery(RollPeriod value) {
        return new JournalOptions(
                ownership, durability, segmentSizeBytes, value, fenceAfter, errorHandler, clock, retention, ownerCheck);
    }

    /** Returns these options with another time to fence a silent writer. */
    public JournalOptions withFenceAfter(Duration value) {
        return new JournalOptions(
                ownership, durability, segmentSizeBytes, rollEvery, value, errorHandler, clock, retention, ownerCheck);
    }

    /** Returns these options with another error handler. */
    public JournalOptions withErrorHandler(Consumer<Throwable> value) {
        return new JournalOptions(
                ownership, durability, segmentSizeBytes, rollEvery, fenceAfter, value, clock, retention, ownerCheck);
    }

    /** Returns these options with another clock. */
    public JournalOptions withClock(InstantSource value) {
        return new JournalOptions(
                ownership,
                durability,
                segmentSizeBytes,
                rollEvery,
                fenceAfter,
                errorHandler,
                value,
                retention,
                ownerCheck);
    }

    /** Returns these options with another retention. */
    public JournalOptions withRetention(RetentionPolicy value) {
        return new JournalOptions(
                ownership, durability, segmentSizeBytes, rollEvery, fenceAfter, errorHandler, clock, value, ownerCheck);
    }

    /**
     * Returns these options with the owner check on or off. Off is for appenders that several threads use in turns that
     * are ordered by other means, a lock for example.
     */
    public JournalOptions withOwnerCheck(OwnerCheck value) {
        return new JournalOptions(
                ownership, durability, segmentSizeBytes, rollEvery, fenceAfter, errorHandler, clock, retention, value);
    }
}
