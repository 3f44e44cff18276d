/** Encodes and decodes messages by one schema per type, and writes and reads method calls. */
module io.millrace.wire {
    exports io.millrace.wire;

    uses io.millrace.wire.TextFormats;
}
