package io.millrace.channel;

/** The result of a search for the next call. */
public enum Poll {
    /** There is a call. */
    MESSAGE,
    /** There is no further call now. */
    NOTHING,
    /** There is a call, but it has not reached the durability that this reader requires. */
    NOT_SYNCED,
    /** There is a call, but it is not acknowledged by other machines yet, and this reader stops there. */
    NOT_REPLICATED
}
