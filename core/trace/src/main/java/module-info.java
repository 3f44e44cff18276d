/** Follows one message through the channels of a system: its triggering inputs, and every output that names it. */
module io.millrace.trace {
    requires transitive io.millrace.channel;
    requires io.millrace.concurrent;

    exports io.millrace.trace;
}
