package io.millrace.journal;

/**
 * How a tailer reads.
 *
 * @param verification how much of a frame is checked
 * @param level what a frame must survive before it is handed out
 * @param metadata whether metadata frames are handed out
 * @param direction which way to read at first; backward starts at the end
 */
public record TailerOptions(Verification verification, Durability level, MetadataFrames metadata, Direction direction) {

    /** Returns options that verify checksums, read up to {@code MAPPED}, skip metadata, and read forward. */
    public static TailerOptions defaults() {
        return new TailerOptions(Verification.CHECKSUM, Durability.MAPPED, MetadataFrames.SKIP, Direction.FORWARD);
    }

    /** Returns these options with another verification. */
    public TailerOptions withVerification(Verification value) {
        return new TailerOptions(value, level, metadata, direction);
    }

    /** Returns these options with another level to read up to. */
    public TailerOptions withLevel(Durability value) {
        return new TailerOptions(verification, value, metadata, direction);
    }

    /** Returns these options with metadata handed out or not. */
    public TailerOptions withMetadata(MetadataFrames value) {
        return new TailerOptions(verification, level, value, direction);
    }

    /** Returns these options with another first direction. */
    public TailerOptions withDirection(Direction value) {
        return new TailerOptions(verification, level, metadata, value);
    }
}
