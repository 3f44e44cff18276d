package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import java.util.Objects;

/**
 * How a tailer reads.
 *
 * @param verification how much of a frame is checked
 * @param level the durability that a frame must have before it is returned
 * @param mark whether it stops where frames are not acknowledged by other machines yet
 * @param metadata whether metadata frames are returned
 * @param direction the initial direction; backward starts at the end
 * @param ownerCheck whether the tailer refuses a second thread
 */
public record TailerOptions(
        Verification verification,
        Durability level,
        MarkPolicy mark,
        MetadataFrames metadata,
        Direction direction,
        OwnerCheck ownerCheck) {

    /** Checks the components. */
    public TailerOptions {
        Objects.requireNonNull(verification, "verification");
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(direction, "direction");
        Objects.requireNonNull(ownerCheck, "ownerCheck");
    }

    /**
     * Returns options that verify checksums, read up to {@code MAPPED}, stop at the mark of a copy, skip metadata, read
     * forward, and check the owner.
     */
    public static TailerOptions defaults() {
        return new TailerOptions(
                Verification.CHECKSUM,
                Durability.MAPPED,
                MarkPolicy.ON_COPIES,
                MetadataFrames.SKIP,
                Direction.FORWARD,
                OwnerCheck.ON);
    }

    /** Returns these options with another verification. */
    public TailerOptions withVerification(Verification value) {
        return new TailerOptions(value, level, mark, metadata, direction, ownerCheck);
    }

    /** Returns these options with another level to read up to. */
    public TailerOptions withLevel(Durability value) {
        return new TailerOptions(verification, value, mark, metadata, direction, ownerCheck);
    }

    /** Returns these options with another rule for the mark. */
    public TailerOptions withMark(MarkPolicy value) {
        return new TailerOptions(verification, level, value, metadata, direction, ownerCheck);
    }

    /** Returns these options with metadata returned or not. */
    public TailerOptions withMetadata(MetadataFrames value) {
        return new TailerOptions(verification, level, mark, value, direction, ownerCheck);
    }

    /** Returns these options with another first direction. */
    public TailerOptions withDirection(Direction value) {
        return new TailerOptions(verification, level, mark, metadata, value, ownerCheck);
    }

    /**
     * Returns these options with the owner check on or off. Off is for tailers that several threads use in turns that
     * are ordered by other means.
     */
    public TailerOptions withOwnerCheck(OwnerCheck value) {
        return new TailerOptions(verification, level, mark, metadata, direction, value);
    }
}
