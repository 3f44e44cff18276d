/** Streams of typed calls over a journal or a direct call, with schemas, message history and a text form. */
module io.millrace.channel {
    requires transitive io.millrace.journal;
    requires transitive io.millrace.wire;

    uses io.millrace.channel.Transport;

    exports io.millrace.channel;
}
