/** An application that reads and writes the messages of another module. */
module demo.app {
    requires demo.model;
    requires io.millrace.text;

    exports demo.app;
}
