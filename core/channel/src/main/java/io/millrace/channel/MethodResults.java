package io.millrace.channel;

/** Whether the methods of a reader's interfaces may return a result. */
public enum MethodResults {
    /** They return nothing: no caller would get it. */
    REFUSED,
    /** They may; {@link ChannelReader#result()} has it after the call. */
    TAKEN
}
