/** Mapped files, off-heap memory and the few native calls that the journal needs. */
module io.millrace.memory {
    exports io.millrace.memory;
}
