/** Tests of components that are data: calls in, calls out, and what must hold when the calls in are disturbed. */
module io.millrace.testing {
    requires transitive io.millrace.service;
    requires transitive io.millrace.text;
    requires transitive io.millrace.wire;
    requires transitive org.junit.jupiter.api;

    exports io.millrace.testing;

    opens io.millrace.testing to
            io.millrace.wire;
}
