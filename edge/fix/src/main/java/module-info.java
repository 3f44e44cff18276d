/** FIX messages, dictionaries and sessions, without sockets and without a clock. */
module io.millrace.fix {
    requires transitive io.millrace.wire;
    requires io.millrace.topology;
    requires java.xml;

    exports io.millrace.fix;

    opens io.millrace.fix to
            io.millrace.wire;
}
