/** Components run on channels: event loops, exact restart, external sources and gateways. */
module io.millrace.service {
    requires transitive io.millrace.channel;
    requires transitive io.millrace.concurrent;

    exports io.millrace.service;
}
