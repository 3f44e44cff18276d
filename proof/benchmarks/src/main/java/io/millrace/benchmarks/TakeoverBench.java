package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.WorkDirectory;
import io.millrace.topology.HostStatus;
import io.millrace.topology.Topology;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;

/**
 * The time in which a spare takes over: a host writes at a rate, its process is killed when the spare is complete, the
 * spare is promoted at once by a process of its own, as by an operator, and the first new output of the host ends it.
 */
final class TakeoverBench {
    static final String NAME = "takeover";
    static final String DESCRIPTION =
            "a source and a service on a host that is killed while it writes; its spare, a process that stands by, is"
                    + " promoted at once; all processes are on this machine, connected by loopback";

    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(180);

    private final int rounds;
    private final long rate;
    private final long callsBefore;

    private TakeoverBench(int rounds, long rate, long callsBefore) {
        this.rounds = rounds;
        this.rate = rate;
        this.callsBefore = callsBefore;
    }

    static TakeoverBench of(Effort effort) {
        return switch (effort) {
            case SMOKE -> new TakeoverBench(1, 1_000, 100);
            case QUICK -> new TakeoverBench(7, 10_000, 20_000);
            case FULL -> new TakeoverBench(30, 10_000, 200_000);
        };
    }

    /** Measures in a directory, and returns the milliseconds of all rounds by what took them. */
    SequencedMap<String, List<Long>> measure(Path directory) throws IOException, InterruptedException {
        SequencedMap<String, List<Long>> parts = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            round(directory)
                    .forEach((part, ms) ->
                            parts.computeIfAbsent(part, _ -> new ArrayList<>()).add(ms));
        }
        return parts;
    }

    private SequencedMap<String, Long> round(Path directory) throws IOException, InterruptedException {
        List<OtherEnd> open = new ArrayList<>();
        try (WorkDirectory work = WorkDirectory.create(directory)) {
            try {
                return round(work.path(), freePorts(), open);
            } finally {
                for (OtherEnd each : open) {
                    each.close();
                }
            }
        }
    }

    private SequencedMap<String, Long> round(Path directory, int[] ports, List<OtherEnd> open)
            throws IOException, InterruptedException {
        OtherEnd spare = start(TakeoverMain.SPARE, directory, ports, open);
        OtherEnd host = start(TakeoverMain.HOST, directory, ports, open);
        host.ask("start");
        awaitComplete(TakeoverMain.topology(ports[0], ports[1], intervalNs()));
        long killedMs = System.currentTimeMillis();
        host.kill();
        long calledMs = System.currentTimeMillis();
        long[] promotion = times(start(TakeoverMain.PROMOTE, directory, ports, open));
        long[] takeover = times(spare);
        SequencedMap<String, Long> parts = new LinkedHashMap<>();
        parts.put("the JVM of promote starts", promotion[0] - calledMs);
        parts.put("new epochs, until the spare knows of them", takeover[0] - promotion[0]);
        parts.put("the spare opens the topology of the host", takeover[1] - takeover[0]);
        parts.put("start and replay, until the first new output", takeover[2] - takeover[1]);
        parts.put("from the call of promote", takeover[2] - calledMs);
        parts.put("from the kill", takeover[2] - killedMs);
        return parts;
    }

    private static long[] times(OtherEnd process) throws IOException {
        return Arrays.stream(process.ask("times").split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private long intervalNs() {
        return TimeUnit.SECONDS.toNanos(1) / rate;
    }

    private OtherEnd start(String role, Path directory, int[] ports, List<OtherEnd> open) throws IOException {
        OtherEnd process = OtherEnd.start(
                TakeoverMain.class,
                List.of(
                        role,
                        directory.toString(),
                        Integer.toString(ports[0]),
                        Integer.toString(ports[1]),
                        Long.toString(intervalNs())));
        open.add(process);
        return process;
    }

    /** Waits until the host has written what it is to write, and its spare holds what others may act on. */
    private void awaitComplete(Topology topology) throws InterruptedException {
        long endNs = System.nanoTime() + LONGEST_NS + callsBefore * intervalNs();
        while (true) {
            HostStatus host = HostStatus.ask(topology, TakeoverMain.OF_HOST);
            HostStatus spare = HostStatus.ask(topology, TakeoverMain.OF_SPARE);
            boolean isWritten = host.messages().getOrDefault(TakeoverMain.OUTPUT, 0L) >= callsBefore;
            if (isWritten && spare.spare().equals(HostStatus.COMPLETE)) {
                return;
            }
            if (System.nanoTime() > endNs) {
                throw new BenchmarkException("the spare did not become complete host=" + host + " spare=" + spare);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static int[] freePorts() throws IOException {
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new int[] {one.getLocalPort(), other.getLocalPort()};
        }
    }

    /** Returns the table of what was measured. */
    String table(SequencedMap<String, List<Long>> parts) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d calls/s, killed after %,d or more, %d rounds%n%-46s%10s%10s%n",
                rate,
                callsBefore,
                rounds,
                "times in ms",
                "median",
                "worst"));
        parts.forEach((part, times) -> {
            List<Long> sorted = times.stream().sorted().toList();
            text.append(String.format(
                    Locale.ROOT, "%-46s%10d%10d%n", part, sorted.get(sorted.size() / 2), sorted.getLast()));
        });
        return text.toString();
    }
}
