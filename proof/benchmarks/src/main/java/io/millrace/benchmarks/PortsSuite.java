package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The suite of calls that components answer: its cases and its sides. */
final class PortsSuite {
    static final String NAME = "ports";

    /** How many clients follow what is sent to all. */
    static final int FOLLOWERS = 100;

    static final String FAN_OUT = ClientsSuite.fanOut(FOLLOWERS);

    private PortsSuite() {}

    static Suite suite() {
        List<BenchmarkCase> overTcp = cases(ClientsSuite.Wire.TCP);
        List<BenchmarkCase> overWebSocket = new ArrayList<>(cases(ClientsSuite.Wire.WEB_SOCKET));
        overWebSocket.add(new BenchmarkCase(FAN_OUT, "k/s", Better.HIGHER, FAN_OUT));
        List<BenchmarkCase> all =
                Stream.concat(overTcp.stream(), overWebSocket.stream()).toList();
        return new Suite(
                NAME,
                "client and server in one JVM, over loopback, one client; a query or a call has a text and a number and"
                        + " returns a number; ours are recorded but for queries, and a call is answered when its answer"
                        + " is in the journal; beside each, the unary call of gRPC, which records nothing, an echo by"
                        + " the library Java-WebSocket, and an echo of the bytes by the libraries of our server without"
                        + " it; processor time and allocation are of both ends; fan-out: messages of a channel that"
                        + " are delivered to all followers, beside the same bytes sent to all sessions",
                all,
                new Side(Suites.OURS, MillracePortsWorkload.class, List.of()),
                List.of(
                        new Side("bare link and Jetty", BarePortsWorkload.class, List.of(), all),
                        new Side("gRPC-Java", GrpcPortsWorkload.class, List.of(), overTcp),
                        new Side("Java-WebSocket", WebSocketPortsWorkload.class, List.of(), overWebSocket)));
    }

    private static List<BenchmarkCase> cases(ClientsSuite.Wire wire) {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            cases.add(new BenchmarkCase(oneInFlight(wire, kind), "us", Better.LOWER, oneInFlight(wire, kind)));
            cases.add(new BenchmarkCase(manyInFlight(wire, kind), "k/s", Better.HIGHER, manyInFlight(wire, kind)));
            cases.add(new BenchmarkCase(processor(wire, kind), "us", Better.LOWER, processor(wire, kind)));
            cases.add(new BenchmarkCase(allocated(wire, kind), "B", Better.LOWER, allocated(wire, kind)));
        }
        return cases;
    }

    /** What a client asks for. Peers have one kind of request, which is measured beside each. */
    enum Kind {
        QUERY("query"),
        CALL("call mapped"),
        SYNCED("call synced"),
        APPEND("append mapped");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    static String oneInFlight(ClientsSuite.Wire wire, Kind kind) {
        return wire.text() + " " + kind.text + " 1 in flight p50";
    }

    static String manyInFlight(ClientsSuite.Wire wire, Kind kind) {
        return wire.text() + " " + kind.text + " " + ClientsSuite.WINDOW + " in flight";
    }

    /** Returns the name of the processor time for a request, with many in flight. */
    static String processor(ClientsSuite.Wire wire, Kind kind) {
        return wire.text() + " " + kind.text + " processor time";
    }

    /** Returns the name of what is allocated for a request, with many in flight. */
    static String allocated(ClientsSuite.Wire wire, Kind kind) {
        return wire.text() + " " + kind.text + " allocated";
    }
}
