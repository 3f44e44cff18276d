/** FIX messages, dictionaries and sessions, without sockets and without a clock. */
module io.millrace.fix {
    requires java.xml;

    exports io.millrace.fix;
}
