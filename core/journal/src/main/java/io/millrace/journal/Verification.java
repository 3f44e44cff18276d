package io.millrace.journal;

/** How much of a frame a tailer checks before it returns the frame. */
public enum Verification {
    /** Every byte, by its checksum. */
    CHECKSUM,
    /** Only that the header is valid: faster, and the payload may be damaged. */
    HEADER
}
