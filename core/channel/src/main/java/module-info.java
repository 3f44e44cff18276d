/** Streams of typed calls over a journal, a queue or a direct call, with schemas, message history and a text form. */
module io.millrace.channel {
    requires transitive io.millrace.journal;
    requires io.millrace.concurrent;
    requires io.millrace.memory;
    requires transitive io.millrace.text;
    requires transitive io.millrace.wire;

    exports io.millrace.channel;
}
