/** The client for Java programs of a server for clients: they follow channels and append calls, typed or as text. */
module io.millrace.client {
    requires com.fasterxml.jackson.core;
    requires io.millrace.memory;
    requires io.millrace.text;
    requires transitive io.millrace.wire;

    exports io.millrace.client;
}
