package io.millrace.journal;

/** How much of a frame a tailer checks before it hands it out. */
public enum Verification {
    /** Every byte, by its checksum. */
    CHECKSUM,
    /** Only that the header is possible: faster, and the payload may be damaged. */
    HEADER
}
