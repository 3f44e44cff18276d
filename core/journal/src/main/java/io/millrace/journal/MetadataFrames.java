package io.millrace.journal;

/** Whether a tailer hands out metadata frames. */
public enum MetadataFrames {
    /** Only frames of kind {@link FrameKind#DATA} are handed out. */
    SKIP,
    /** Frames of both kinds are handed out, in the order in which they were published. */
    INCLUDE
}
