package io.millrace.benchmarks;

import static io.millrace.benchmarks.LedgerCrypto.FULL;
import static io.millrace.benchmarks.LedgerCrypto.NONE;
import static io.millrace.benchmarks.LedgerCrypto.ONCE;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The suite of the ledger: its cases and its sides. */
final class LedgerSuite {
    static final String NAME = "ledger";

    /** Calls a second at which latency is measured. */
    static final long RATE = 1_000;

    static final String IDLE_P50 = "finality, idle, p50";
    static final String IDLE_P99 = "finality, idle, p99";
    static final String LOADED_P50 = "finality, " + RATE + "/s, p50";
    static final String LOADED_P99 = "finality, " + RATE + "/s, p99";
    static final List<String> LATENCIES = List.of(IDLE_P50, IDLE_P99, LOADED_P50, LOADED_P99);
    static final String MESSAGE = "message of 1 KB over loopback";
    static final String FORCE = "forced write of 1 KB";

    private static final String SIGNED = "client signatures, ";
    private static final int MANY = 1000;
    private static final int SOME = 100;
    private static final int FEW = 10;

    private LedgerSuite() {}

    /** Returns the runs at full load. */
    static List<LedgerCase> loads(Effort effort) {
        LedgerCase each = LedgerCase.of(4, FULL, 1, SOME);
        LedgerCase hundred = LedgerCase.of(4, FULL, SOME, MANY);
        LedgerCase none = LedgerCase.of(4, NONE, 1, MANY);
        if (effort == Effort.SMOKE) {
            return List.of(each, none.inProcesses());
        }
        List<LedgerCase> loads = new ArrayList<>(List.of(
                LedgerCase.of(4, FULL, 1, 1),
                LedgerCase.of(4, FULL, 1, FEW),
                each,
                LedgerCase.of(4, FULL, 1, MANY),
                LedgerCase.of(4, ONCE, 1, MANY),
                LedgerCase.of(4, NONE, 1, 1),
                LedgerCase.of(4, NONE, 1, SOME),
                none,
                hundred,
                LedgerCase.of(4, NONE, SOME, MANY)));
        for (int seats : List.of(7, 10)) {
            loads.add(LedgerCase.of(seats, FULL, 1, SOME));
            loads.add(LedgerCase.of(seats, FULL, SOME, MANY));
            loads.add(LedgerCase.of(seats, NONE, 1, MANY));
        }
        loads.add(each.inProcesses());
        loads.add(hundred.inProcesses());
        loads.add(none.inProcesses());
        return loads;
    }

    static Suite suite(Effort effort) {
        List<BenchmarkCase> least = Stream.of(
                        loads(effort).stream().map(LedgerCase::figure),
                        LATENCIES.stream().map(name -> time(name, "ms")),
                        Stream.of(MESSAGE, FORCE).map(name -> time(name, "us")))
                .flatMap(each -> each)
                .toList();
        List<BenchmarkCase> cases = Stream.concat(
                        least.stream(), ofBftSmart(effort).map(LedgerCase::cost))
                .toList();
        return new Suite(
                NAME,
                "seats with storage, links over loopback and clients, each client at one seat; calls of 100 B; what is"
                        + " carried out is counted at one seat. Full crypto: each seat verifies each client's"
                        + " signature once, by the fastest implementation; clients have signed before. Verified once:"
                        + " the seats of the process share what they know of clients' signatures, which no deployment"
                        + " has. Blocks are made as fast as the device forces them, and blocks of others are sent on"
                        + " where they are late. Finality: one call a signature, from the intended time until the seat"
                        + " that has taken the call carries it out. Least work: as many threads as processors, each of"
                        + " which hashes, stores and verifies each transaction as often as all seats must, and sends"
                        + " and agrees on nothing; its finality is three messages over loopback and two forced writes."
                        + " BFT-SMaRt (the fork com.jd.blockchain 0.0.8): four replicas and eight clients with up to"
                        + " 100 calls on their way each, batches of up to 400, MACs on all messages, RSA-1024 for"
                        + " calls, which clients have signed before; its times are until a client has three equal"
                        + " answers. In memory it stores nothing; with a forced log each replica writes each batch"
                        + " synchronously, and answers all calls but the last one of the batch before",
                cases,
                new Side(Suites.OURS, MillraceLedgerWorkload.class, NATIVE),
                peers(effort, least));
    }

    private static List<Side> peers(Effort effort, List<BenchmarkCase> ofLeast) {
        Side least = new Side("least work", LeastLedgerWorkload.class, NATIVE, ofLeast);
        Side forced = bftSmart("forced log", effort);
        return effort == Effort.SMOKE // replicas take seconds to start
                ? List.of(least, forced)
                : List.of(least, bftSmart("in memory", effort), forced);
    }

    /** Returns the loads that a library has too: four seats in a process, one call a signature, and batches. */
    private static Stream<LedgerCase> ofBftSmart(Effort effort) {
        return loads(effort).stream()
                .filter(each -> each.seats() == 4 && !each.processes() && each.callsOfSignature() == 1)
                .filter(each -> each.callsOfBlock() >= SOME && each.crypto() != ONCE);
    }

    private static Side bftSmart(String log, Effort effort) {
        Stream<BenchmarkCase> calls = ofBftSmart(effort)
                .flatMap(each -> Stream.of(
                        each.figure().against(crypto(each) + ", " + log + ", calls"),
                        each.cost().against(crypto(each) + ", " + log + ", processor time")));
        Stream<BenchmarkCase> times = Stream.of(
                time(IDLE_P50, "ms").against(SIGNED + log + ", idle p50"),
                time(IDLE_P99, "ms").against(SIGNED + log + ", idle p99"),
                time(LOADED_P50, "ms").against(SIGNED + log + ", loaded p50"),
                time(LOADED_P99, "ms").against(SIGNED + log + ", loaded p99"));
        return new Side(
                "BFT-SMaRt, " + log,
                BftSmartLedgerWorkload.class,
                List.of("-Dio.netty.eventLoopThreads=1"), // its best on two processors
                Stream.concat(calls, times).toList());
    }

    private static String crypto(LedgerCase load) {
        return load.crypto() == NONE ? "MACs" : "client signatures";
    }

    /** Implementations of Ed25519 in native code need it. */
    private static final List<String> NATIVE = List.of("--enable-native-access=ALL-UNNAMED");

    private static BenchmarkCase time(String name, String unit) {
        return new BenchmarkCase(name, unit, Better.LOWER, name);
    }

    /** Returns how long a run goes before it counts. */
    static long leadInNs(Effort effort) {
        return effort == Effort.SMOKE ? effort.leadInNs() : 2 * effort.leadInNs();
    }

    static long measuredNs(Effort effort) {
        return effort.latencyNs();
    }

    /** Returns how many transactions are made for a latency. */
    static int latencies(Effort effort) {
        return effort == Effort.SMOKE ? 20 : 400;
    }
}
