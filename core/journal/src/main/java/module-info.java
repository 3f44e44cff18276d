/** The durable, ordered, memory-mapped log of frames; it knows bytes, not messages. */
module io.millrace.journal {
    requires transitive io.millrace.concurrent;
    requires io.millrace.memory;
    requires jdk.jfr;

    exports io.millrace.journal;
}
