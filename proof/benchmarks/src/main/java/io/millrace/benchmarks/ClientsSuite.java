package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.List;

/** The suite of the server for clients: its cases and its sides. */
final class ClientsSuite {
    static final String NAME = "clients";
    static final List<Integer> FOLLOWERS = List.of(1, 100, 1_000);
    static final int BESIDE = 100;

    /** How many requests are on their way where there are many. */
    static final int WINDOW = 64;

    static final String BESIDE_STALLED = "append beside " + BESIDE + " stalled followers";
    static final String BESIDE_LIVE = "append beside " + BESIDE + " live followers";

    private ClientsSuite() {}

    static Suite suite() {
        List<BenchmarkCase> answered = new ArrayList<>();
        for (Wire wire : Wire.values()) {
            answered.add(new BenchmarkCase(oneInFlight(wire), "us", Better.LOWER, oneInFlight(wire)));
            answered.add(new BenchmarkCase(manyInFlight(wire), "k/s", Better.HIGHER, manyInFlight(wire)));
        }
        for (int followers : FOLLOWERS) {
            answered.add(new BenchmarkCase(fanOut(followers), "k/s", Better.HIGHER, fanOut(followers)));
        }
        List<BenchmarkCase> beside =
                List.of(BenchmarkCase.millionsPerSecond(BESIDE_STALLED), BenchmarkCase.millionsPerSecond(BESIDE_LIVE));
        List<BenchmarkCase> all = new ArrayList<>(answered);
        all.addAll(beside);
        return new Suite(
                NAME,
                "clients and server in one JVM, over loopback; a request is an append of 95 bytes of JSON, answered"
                        + " when it is in the journal, beside an echo of the same bytes by the library of the server;"
                        + " fan-out: messages delivered to all clients, from the first append on, beside the same bytes"
                        + " sent to all sessions; append: one thread appends to the channel, beside the same without"
                        + " clients",
                all,
                new Side(Suites.OURS, MillraceClientsWorkload.class, List.of()),
                List.of(
                        new Side("bare link and Jetty", BareClientsWorkload.class, List.of(), answered),
                        new Side("no clients", NoClientsWorkload.class, List.of(), beside)));
    }

    /** How a client connects. */
    enum Wire {
        TCP,
        WEB_SOCKET;

        String text() {
            return this == TCP ? "TCP" : "WebSocket";
        }
    }

    static String oneInFlight(Wire wire) {
        return wire.text() + " 1 in flight p50";
    }

    static String manyInFlight(Wire wire) {
        return wire.text() + " " + WINDOW + " in flight";
    }

    static String fanOut(int followers) {
        return "fan-out to " + followers + " over WebSocket";
    }
}
