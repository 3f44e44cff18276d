/** Links between machines: TCP with TLS 1.3, limits, silent peers, and reconnecting. */
module io.millrace.net {
    requires io.millrace.concurrent;
    requires java.naming;

    exports io.millrace.net;
}
