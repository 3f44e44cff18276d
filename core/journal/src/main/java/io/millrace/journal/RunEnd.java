package io.millrace.journal;

/** Whether a run of frames is complete: the frames of a run become visible together. */
public enum RunEnd {
    /** These are its last frames. */
    ENDS,
    /** Further frames belong to it. */
    CONTINUES
}
