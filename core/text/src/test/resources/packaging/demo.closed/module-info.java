/** An application that opens nothing and passes a lookup. */
module demo.closed {
    requires io.millrace.text;
}
