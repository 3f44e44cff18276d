package io.millrace.memory;

/** How a file is mapped. */
public enum Access {
    /** Bytes can be read; a store throws. Needs no permission to write the file. */
    READ_ONLY,
    /** Bytes can be read and stored; stores are seen by every mapping of the file and survive the process. */
    READ_WRITE
}
