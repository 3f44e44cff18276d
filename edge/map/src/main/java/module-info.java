/** A persisted key-value store, the view of a journal, which processes share. */
module io.millrace.map {
    requires transitive io.millrace.journal;
    requires transitive io.millrace.wire;
    requires io.millrace.channel;
    requires io.millrace.concurrent;
    requires io.millrace.memory;
    requires io.millrace.text;

    exports io.millrace.map;
}
