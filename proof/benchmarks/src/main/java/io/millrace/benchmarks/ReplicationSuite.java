package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.List;
import java.util.stream.Stream;

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
        List<BenchmarkCase> bare = List.of(replicated, micros(ACKNOWLEDGED), micros(ACKNOWLEDGED_P99), catchUp);
        List<BenchmarkCase> rates =
                AppendRates.names().map(ReplicationSuite::micros).toList();
        List<BenchmarkCase> tasks = KafkaSuite.TASKS.stream()
                .map(number -> new BenchmarkCase(tasks(number), "/s", Better.HIGHER, tasks(number)))
                .toList();
        List<BenchmarkCase> both = Stream.concat(bare.stream(), rates.stream()).toList();
        List<BenchmarkCase> all =
                Stream.of(bare, rates, tasks).flatMap(List::stream).toList();
        return new Suite(
                NAME,
                "a source and one copy in another process, over loopback; a message takes 48 bytes, of which the bare"
                        + " sides send and write as many; replicated: one thread appends at full speed, until the copy"
                        + " has everything; acknowledged: one message in flight, from the append until the writer knows"
                        + " that the copy has it in mapped memory, beside a round trip of the same bytes; catch-up: a"
                        + " new copy of a journal that exists; the device is one thread that writes blocks of 4 MiB"
                        + " past the page cache; by rate: one thread appends and reads what the copy has, each time"
                        + " from the intended start, beside a socket whose other end answers each read; tasks:"
                        + " each sends 100 bytes, waits for its answer and sends the next, over two journals that each"
                        + " have a copy in a process of its own, or two topics on two brokers with acks=all, and"
                        + " both ends read only what both machines would have",
                all,
                new Side(Suites.OURS, MillraceReplicationWorkload.class, List.of()),
                List.of(
                        new Side("bare socket", SocketReplicationWorkload.class, List.of(), both),
                        new Side("Kafka, 2 brokers, acks=all", KafkaReplicationWorkload.class, List.of(), tasks),
                        new Side("device", DeviceReplicationWorkload.class, List.of(), List.of(replicated, catchUp))));
    }

    private static BenchmarkCase micros(String name) {
        return new BenchmarkCase(name, "us", Better.LOWER, name);
    }

    /** Returns the name of the case of so many tasks. */
    static String tasks(int tasks) {
        return tasks == 1 ? "1 task waits for acknowledged answers" : tasks + " tasks wait for acknowledged answers";
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
