/**
 * Latency measured from when work should have begun: schedules, clocks, probes, a harness for pipelines, and histogram
 * logs.
 */
module io.millrace.measure {
    requires io.millrace.concurrent;
    requires jdk.jfr;
    requires jdk.management;
    requires transitive HdrHistogram;

    exports io.millrace.measure;
}
