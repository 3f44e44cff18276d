package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The suite of FIX: messages and engines. */
final class FixSuite {

    static final String NAME = "fix";
    static final String DECODE = "decode";
    static final String ALLOCATED = "decode, allocated";
    static final List<Long> RATES = List.of(2_000L, 10_000L);
    static final List<Double> PERCENTILES = List.of(50.0, 99.0);

    /** Quotes a second that become orders. */
    static final long TICKS = 20_000;

    static final List<Double> TICK_PERCENTILES = List.of(50.0, 99.9);

    /** The times from a quote to its order, in the order of {@link #TICK_PERCENTILES}. */
    static final List<String> TICK_TO_TRADE =
            List.of("tick to trade " + TICKS + "/s p50", "tick to trade " + TICKS + "/s p99.9");

    /** What the services take of it. */
    static final String TICK_SERVICES = "tick to trade " + TICKS + "/s, services p50";

    private static final List<String> PERCENTILE_NAMES = List.of("p50", "p99");

    /** The rate of an initiator that is measured. */
    static final long INITIATED_RATE = 10_000;

    static final String INITIATED_P50 = "initiator, recorded 10000/s p50";
    static final String INITIATED_P99 = "initiator, recorded 10000/s p99";
    static final String INITIATED_OUTSTANDING = "initiator, recorded 200 outstanding";
    static final String RESEND_ALONE = "resend, 1000/s without it, p99";
    static final String RESEND_BESIDE = "resend, 1000/s beside it, p99";
    static final String RESEND_MEMORY = "resend, memory";
    static final String RESEND_RATE = "resend, messages";

    /** How many engines are measured at a time, each with a process and half of the sessions of the client. */
    static final List<Integer> ENGINES = List.of(1, 2);

    private FixSuite() {}

    /** Returns the names of the rate of engines, and of what they do in a second of their processor time. */
    static List<String> server(int engines) {
        String name = "server, " + (engines == 1 ? "one engine" : "two engines");
        return List.of(name, name + ", a processor");
    }

    static Suite suite(Effort effort) {
        List<BenchmarkCase> decode = List.of(BenchmarkCase.nanoseconds(DECODE), BenchmarkCase.allocated(ALLOCATED));
        List<BenchmarkCase> recorded = cases(FixDuty.RECORDED, effort);
        List<BenchmarkCase> plain = cases(FixDuty.PLAIN, effort);
        List<BenchmarkCase> ticks = Stream.concat(TICK_TO_TRADE.stream(), Stream.of(TICK_SERVICES))
                .map(name -> new BenchmarkCase(name, "us", Better.LOWER, name))
                .toList();
        List<BenchmarkCase> servers = ENGINES.stream()
                .flatMap(engines -> server(engines).stream())
                .map(name -> new BenchmarkCase(name, "k/s", Better.HIGHER, name))
                .toList();
        // A smoke test starts each kind of server, but not each twice.
        List<BenchmarkCase> both = effort == Effort.SMOKE
                ? recorded
                : Stream.concat(recorded.stream(), plain.stream()).toList();
        return new Suite(
                NAME,
                "decode: one thread finds messages NewOrderSingle with twelve fields in a buffer, one after another,"
                        + " checks length and checksum, and reads five values of each; no side validates by a"
                        + " dictionary; processor time of that thread. Engines: an acceptor in its own process answers"
                        + " each order of nine fields and the header by an ExecutionReport of twelve, over loopback;"
                        + " one client of bare sockets, the same for all, which does not wait and checks each answer;"
                        + " latency from the intended start. Recorded: in a store that outlives the process before the"
                        + " answer leaves (ours in its journal, Artio in its archive, QuickFIX/J in files; none waits"
                        + " for the device), and validated by the same dictionary. Plain: neither. A bare socket sends"
                        + " the order back; it and Philadelphia record nothing, and their plain figures stand beside"
                        + " our recorded ones too. Ours, Philadelphia and the bare socket do not wait, Artio yields."
                        + " Tick to trade: a quote of four fields goes through a topology of three services, each with"
                        + " a queue or journal before it, on the thread of the engine, and an order of nine fields"
                        + " leaves; recorded and validated; services: from when the first one has read the quote to"
                        + " when the order is written as a call; a bare socket sends the quote back."
                        + " Allocated: by all threads of the acceptor, for an order and its report."
                        + " Initiator: the client listens, the side connects, and answers"
                        + " orders as before. Resend: one session asks"
                        + " for all its reports, again and again, while another has 1,000 orders a second, both of one"
                        + " thread; memory: what the process grows by meanwhile, without files. Server: the recorded"
                        + " orders of one or two engines, each in a process, whose threads and that of the client share"
                        + " all processors; a processor: orders in a second of the processor time of these processes",
                Stream.of(decode, recorded, plain, ticks, initiated(), resend(), servers)
                        .flatMap(List::stream)
                        .toList(),
                new Side(Suites.OURS, MillraceFixWorkload.class, List.of()),
                List.of(
                        new Side(
                                "QuickFIX/J 3.0.1",
                                QuickFixWorkload.class,
                                List.of(),
                                Stream.concat(both.stream(), initiated().stream())
                                        .toList()),
                        new Side(
                                "Artio 0.175",
                                ArtioFixWorkload.class,
                                ArtioFixWorkload.FLAGS,
                                Stream.concat(decode.stream(), both.stream()).toList()),
                        new Side(
                                "Philadelphia 2.0.0",
                                PhiladelphiaFixWorkload.class,
                                List.of(),
                                Stream.of(decode, against(recorded, plain), plain)
                                        .flatMap(List::stream)
                                        .toList()),
                        new Side(
                                "bare socket",
                                BareFixWorkload.class,
                                List.of(),
                                Stream.of(against(recorded, plain), plain, ticks.subList(0, TICK_TO_TRADE.size()))
                                        .flatMap(List::stream)
                                        .filter(one -> !one.unit().startsWith("B"))
                                        .toList())));
    }

    private static List<BenchmarkCase> initiated() {
        return List.of(
                new BenchmarkCase(INITIATED_P50, "us", Better.LOWER, INITIATED_P50),
                new BenchmarkCase(INITIATED_P99, "us", Better.LOWER, INITIATED_P99),
                new BenchmarkCase(INITIATED_OUTSTANDING, "k/s", Better.HIGHER, INITIATED_OUTSTANDING));
    }

    private static List<BenchmarkCase> resend() {
        return List.of(
                new BenchmarkCase(RESEND_ALONE, "us", Better.LOWER, RESEND_ALONE),
                new BenchmarkCase(RESEND_BESIDE, "us", Better.LOWER, RESEND_BESIDE),
                new BenchmarkCase(RESEND_MEMORY, "MiB", Better.LOWER, RESEND_MEMORY),
                new BenchmarkCase(RESEND_RATE, "k/s", Better.HIGHER, RESEND_RATE));
    }

    /** Returns how many messages are sent again. */
    static long resent(Effort effort) {
        return effort == Effort.SMOKE ? 20_000 : 1_000_000;
    }

    /** Returns our recorded cases with the peer's plain figures. */
    private static List<BenchmarkCase> against(List<BenchmarkCase> ours, List<BenchmarkCase> peers) {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            cases.add(ours.get(i).against(peers.get(i).name()));
        }
        return cases;
    }

    private static List<BenchmarkCase> cases(FixDuty duty, Effort effort) {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (long rate : RATES) {
            latencies(duty, rate).forEach(name -> cases.add(new BenchmarkCase(name, "us", Better.LOWER, name)));
        }
        cases.add(new BenchmarkCase(outstanding(duty), "k/s", Better.HIGHER, outstanding(duty)));
        cases.add(BenchmarkCase.allocated(allocated(duty)));
        String sessions = sessionNames(duty, effort).getFirst();
        cases.add(new BenchmarkCase(sessions, "k/s", Better.HIGHER, sessions));
        String slowest = sessionNames(duty, effort).getLast();
        cases.add(new BenchmarkCase(slowest, "% of mean", Better.HIGHER, slowest));
        return cases;
    }

    /** Returns how many rounds a server is measured, each time a new one. */
    static int rounds(Effort effort) {
        return effort == Effort.SMOKE ? 1 : 3;
    }

    /** Returns how long orders are given to a new server before anything counts. */
    static long warmUpNs(Effort effort) {
        return effort == Effort.SMOKE ? leadInNs(effort) : 8 * leadInNs(effort);
    }

    /** Returns how long a rate is kept before it counts: compiling takes the time of threads that wait busily. */
    static long rateLeadInNs(Effort effort) {
        return effort == Effort.SMOKE ? leadInNs(effort) : 4 * leadInNs(effort);
    }

    /** Returns how long sessions are kept busy before they count. Both sides do not wait, so a smoke test is short. */
    static long leadInNs(Effort effort) {
        return effort == Effort.SMOKE ? effort.leadInNs() / 2 : effort.leadInNs();
    }

    /** Returns how long each case of a round is measured. */
    static long measuredNs(Effort effort) {
        return effort == Effort.SMOKE ? effort.latencyNs() / 2 : effort.latencyNs() / effort.latencyRounds();
    }

    /** Returns how many sessions are measured together. */
    static int sessions(Effort effort) {
        return effort == Effort.SMOKE ? 10 : effort == Effort.QUICK ? 100 : 1_000;
    }

    /** Returns the names of all figures of a duty. */
    static List<String> names(FixDuty duty, Effort effort) {
        return cases(duty, effort).stream().map(BenchmarkCase::name).toList();
    }

    /** Returns the names of the latencies at a rate, in the order of {@link #PERCENTILES}. */
    static List<String> latencies(FixDuty duty, long rate) {
        return PERCENTILE_NAMES.stream()
                .map(percentile -> duty.text() + " " + rate + "/s " + percentile)
                .toList();
    }

    static String outstanding(FixDuty duty) {
        return duty.text() + " 200 outstanding";
    }

    static String allocated(FixDuty duty) {
        return duty.text() + " allocated";
    }

    /** Returns the names of the rate of all sessions and of the share of the slowest. */
    static List<String> sessionNames(FixDuty duty, Effort effort) {
        String sessions = duty.text() + " " + sessions(effort) + " sessions";
        return List.of(sessions, sessions + ", slowest");
    }
}
