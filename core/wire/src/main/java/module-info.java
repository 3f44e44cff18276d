/** Messages to bytes and back, by one schema per type, and the writers and readers of method calls. */
module io.millrace.wire {
    exports io.millrace.wire;

    uses io.millrace.wire.TextFormats;
}
