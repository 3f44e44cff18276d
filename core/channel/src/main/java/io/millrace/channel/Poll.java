package io.millrace.channel;

/** What a reader found when it looked for the next call. */
public enum Poll {
    /** A call is there. */
    MESSAGE,
    /** Nothing more is there now. */
    NOTHING,
    /** A call is there, but it has not reached the durability that this reader reads up to. */
    NOT_SYNCED
}
