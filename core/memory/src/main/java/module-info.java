/** Mapped files, off-heap memory and the few native calls that the journal needs. */
module io.millrace.memory {
    requires java.management;
    requires jdk.management;

    exports io.millrace.memory;
}
