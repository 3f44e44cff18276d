package io.millrace.journal;

/** Which tailers stop at the {@link Mark}, after which frames are not acknowledged yet. */
public enum MarkPolicy {
    /** Tailers of a copy stop there; tailers of the source read what it has published. */
    ON_COPIES,
    /**
     * Tailers of the source stop there too: what is done because of a message must not be lost with the machine, if it
     * cannot be undone. An ordinary journal has no mark, and is read to its end.
     */
    ALWAYS,
    /** No tailer stops there: for tools that show or check what a copy has, acknowledged or not. */
    NEVER
}
