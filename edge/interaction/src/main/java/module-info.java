/** Calls of clients that return something, as plain Java interfaces, with or without a transport. */
module io.millrace.interaction {
    requires com.fasterxml.jackson.core;
    requires io.millrace.concurrent;
    requires io.millrace.text;
    requires transitive io.millrace.channel;
    requires transitive io.millrace.wire;

    exports io.millrace.interaction;
}
