/** Messages that know nothing of Millrace. */
module demo.model {
    exports demo.model;

    opens demo.model to
            io.millrace.wire;
}
