package io.millrace.replication;

/** Whether the frames of a message end a run, which becomes visible as a whole. */
public enum RunEnd {
    /** They end it: what has arrived of it becomes visible. */
    ENDS,
    /** More of the run follows. */
    CONTINUES
}
