package io.millrace.journal;

/** What a frame survives. */
public enum Durability {
    /** It is in the mapped file: it survives the end of the process, however that comes, but not of the machine. */
    MAPPED,
    /** It has been forced to the storage device with everything before it: it survives power loss. */
    SYNCED
}
