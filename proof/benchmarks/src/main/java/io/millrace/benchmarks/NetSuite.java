package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The suite of connections: its cases and its sides. */
final class NetSuite {
    static final String NAME = "net";
    static final List<Integer> SIZES = List.of(40, 1024);
    static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);
    static final long RATE = 100_000;
    static final String NEW_CONNECTION = "echo 40 B new connection p50";

    private static final List<String> PERCENTILE_NAMES = List.of("p50", "p99", "p99.9");

    /** What lets the peer use all that it can on a JDK of today, without checks that cost time. */
    private static final List<String> NETTY_FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Dio.netty.noUnsafe=false",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Dio.netty.leakDetection.level=disabled");

    private static final String NO_BOUNDS_CHECKS = "-Dagrona.disable.bounds.checks=true";

    private NetSuite() {}

    static Suite suite() {
        List<String> aeronFlags = Stream.concat(JournalSuite.AERON_FLAGS.stream(), Stream.of(NO_BOUNDS_CHECKS))
                .toList();
        return new Suite(
                NAME,
                "a client thread and an echoing server thread in one JVM, over loopback; the client sends all messages"
                        + " that are due with one write and awaits their answers; latency from the intended start; at a"
                        + " rate it waits busily for what is due, for all sides alike; both ends of Aeron wait busily"
                        + " for messages too, those of the others block",
                cases(),
                new Side(Suites.OURS, EchoLinkWorkload.class, List.of()),
                List.of(
                        new Side(isLinux() ? "Netty 4.2 epoll" : "Netty 4.2 NIO", EchoNettyWorkload.class, NETTY_FLAGS),
                        new Side("blocking socket", EchoSocketWorkload.class, List.of()),
                        new Side("NIO selector", EchoSelectorWorkload.class, List.of()),
                        new Side("Aeron 1.51 UDP", EchoAeronWorkload.class, aeronFlags, keptCases())));
    }

    /** Returns whether the system is Linux. The peer is not asked: that would load it for a mere list of suites. */
    static boolean isLinux() {
        return System.getProperty("os.name").equals("Linux");
    }

    private static List<BenchmarkCase> cases() {
        List<BenchmarkCase> cases = new ArrayList<>(keptCases());
        cases.add(micros(NEW_CONNECTION));
        return cases;
    }

    /** Returns the cases of one connection that is kept. */
    private static List<BenchmarkCase> keptCases() {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (int sizeBytes : SIZES) {
            rateNames(sizeBytes).forEach(name -> cases.add(micros(name)));
            cases.add(micros(oneInFlight(sizeBytes)));
        }
        return cases;
    }

    private static BenchmarkCase micros(String name) {
        return new BenchmarkCase(name, "us", Better.LOWER, name);
    }

    /** Returns the names of the latencies at the rate, in the order of {@link #PERCENTILES}. */
    static List<String> rateNames(int sizeBytes) {
        return PERCENTILE_NAMES.stream()
                .map(percentile -> prefix(sizeBytes) + RATE + "/s " + percentile)
                .toList();
    }

    /** Returns the name of the median with one message in flight. */
    static String oneInFlight(int sizeBytes) {
        return prefix(sizeBytes) + "one in flight p50";
    }

    private static String prefix(int sizeBytes) {
        return "echo " + sizeBytes + " B ";
    }
}
