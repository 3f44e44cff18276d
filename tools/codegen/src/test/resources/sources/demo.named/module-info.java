/** A module that opens its package to the wire. */
module demo.named {
    requires io.millrace.text;
    requires io.millrace.wire;

    opens demo.named to
            io.millrace.wire;
}
