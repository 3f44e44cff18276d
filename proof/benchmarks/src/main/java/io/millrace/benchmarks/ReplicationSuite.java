package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.List;

/** The suite of copies on other machines: its cases and its sides. */
final class ReplicationSuite {
    static final String NAME = "replication";
    static final String REPLICATED = "replicated append 40 B 1 replica";
    static final String ACKNOWLEDGED = "acknowledged append 40 B p50";
    static final String ACKNOWLEDGED_P99 = "acknowledged append 40 B p99";

    private ReplicationSuite() {}

    static Suite suite(Effort effort) {
        BenchmarkCase replicated = BenchmarkCase.millionsPerSecond(REPLICATED);
        BenchmarkCase catchUp = new BenchmarkCase(catchUp(effort), "MB/s", Better.HIGHER, catchUp(effort));
        return new Suite(
                NAME,
                "a source and one copy in another process, over loopback; a message takes 48 bytes, of which the bare"
                        + " sides send and write as many; replicated: one thread appends at full speed, until the copy"
                        + " has everything; acknowledged: one message in flight, from the append until the writer knows"
                        + " that the copy has it in mapped memory, beside a round trip of the same bytes; catch-up: a"
                        + " new copy of a journal that exists; the device is one thread that writes blocks of 4 MiB"
                        + " past the page cache",
                List.of(replicated, micros(ACKNOWLEDGED), micros(ACKNOWLEDGED_P99), catchUp),
                new Side(Suites.OURS, MillraceReplicationWorkload.class, List.of()),
                List.of(
                        new Side("bare socket", SocketReplicationWorkload.class, List.of()),
                        new Side("device", DeviceReplicationWorkload.class, List.of(), List.of(replicated, catchUp))));
    }

    private static BenchmarkCase micros(String name) {
        return new BenchmarkCase(name, "us", Better.LOWER, name);
    }

    /** Returns the name of the case of a copy that begins late; a quick run has a smaller journal. */
    static String catchUp(Effort effort) {
        return switch (effort) {
            case FULL -> "catch-up 1 GB";
            case QUICK -> "catch-up 256 MB";
            case SMOKE -> "catch-up 1 MB";
        };
    }

    /** Returns the bytes of the journal of that case. */
    static long catchUpBytes(Effort effort) {
        return switch (effort) {
            case FULL -> 1L << 30;
            case QUICK -> 1L << 28;
            case SMOKE -> 1L << 20;
        };
    }
}
