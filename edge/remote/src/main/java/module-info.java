/** Interactions over TCP and WebSocket. */
module io.millrace.remote {
    requires io.millrace.server;
    requires java.net.http;
    requires transitive io.millrace.interaction;
    requires io.millrace.concurrent;
    requires transitive io.millrace.net;

    exports io.millrace.remote;
}
