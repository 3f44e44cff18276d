package io.millrace.journal;

/** Whether a tailer returns metadata frames. */
public enum MetadataFrames {
    /** Only frames of kind {@link FrameKind#DATA} are returned. */
    SKIP,
    /** Frames of both kinds are returned, in the order in which they were published. */
    INCLUDE
}
