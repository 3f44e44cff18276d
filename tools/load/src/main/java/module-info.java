/** Load on a target by a schedule that nothing puts off, and the interface by which targets are added. */
module io.millrace.load {
    requires com.fasterxml.jackson.core;
    requires transitive HdrHistogram;
    requires transitive info.picocli;
    requires transitive io.millrace.cli;
    requires io.millrace.channel;
    requires io.millrace.journal;
    requires io.millrace.topology;
    requires transitive io.millrace.measure;
    requires io.millrace.concurrent;
    requires io.millrace.text;
    requires io.millrace.wire;
    requires jdk.management;

    exports io.millrace.load;

    opens io.millrace.load to
            info.picocli;

    uses io.millrace.load.TargetProvider;
}
