package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Journal;
import io.millrace.replication.JournalHandover;
import io.millrace.service.Rate;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Moves components from host to host as docs/hosts.md says: the run continues exactly. */
class MovedComponentTest {

    private static final List<String> HOSTS = List.of("a", "b", "c");
    private static final int TICKS = 400;

    /** So slow that a source has not ended before a component has moved. */
    private static final int RATE = 800;

    @TempDir
    private Path directory;

    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    private int ticks;

    private static Map<String, String> addresses() throws IOException {
        Map<String, String> addresses = new LinkedHashMap<>();
        for (String host : HOSTS) {
            addresses.put(host, "127.0.0.1:" + FreePorts.next());
        }
        return addresses;
    }

    private static Topology topology(String feed, String sum, String total) throws IOException {
        return topology(addresses(), feed, sum, total);
    }

    /** Ticks are summed up, and their sums again; each component is on the host that is given. */
    private static Topology topology(Map<String, String> addresses, String feed, String sum, String total) {
        var builder = Topology.builder("ticks").parameter("limit", ParameterSpec.of(ParameterType.LONG));
        for (String host : HOSTS) {
            if (List.of(feed, sum, total).contains(host)) {
                builder.host(host, HostSpec.at(addresses.get(host)));
            }
        }
        for (String channel : List.of("ticks", "sums", "totals")) {
            builder.channel(channel, TestHosts.channel());
        }
        return builder.component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost(feed))
                .component("sum", adder("ticks", "sums", sum))
                .component("total", adder("sums", "totals", total))
                .build();
    }

    private static ComponentSpec adder(String reads, String writes, String host) {
        return ComponentSpec.of(TickSum.class).reads(reads).writes(writes).onHost(host);
    }

    /** Runs all hosts until they end by themselves, with some more ticks than before. */
    private void run(Topology topology) throws Exception {
        ticks += TICKS;
        List<FutureTask<Summary>> hosts = new ArrayList<>();
        for (String host : topology.hosts().keySet()) {
            hosts.add(start(topology, host));
        }
        for (FutureTask<Summary> host : hosts) {
            var _ = host.get();
        }
    }

    private FutureTask<Summary> start(Topology topology, String host) {
        return TestHosts.inThread(() -> TestHosts.run(topology, options(host)));
    }

    private RunOptions options(String host) {
        return RunOptions.in(directory.resolve(host))
                .withHost(host)
                .withParameters(Map.of("limit", Integer.toString(ticks)))
                .withNotices(notices::add);
    }

    /** Starts a host, which opens once it has what others write. */
    private FutureTask<RunningTopology> open(Topology topology, String host) {
        RunOptions options = options(host).withRate(Rate.perSecond(RATE));
        return TestHosts.inThread(() -> {
            RunningTopology running = TopologyRunner.open(topology, options);
            running.start();
            return running;
        });
    }

    private long totals() {
        Path totals = directory.resolve("c").resolve("totals");
        if (!Journal.exists(totals)) {
            return 0;
        }
        try (Journal journal = Journal.openReadOnly(totals)) {
            return journal.messages();
        }
    }

    private void awaitTotals(long count) {
        Await.until(count + " totals are there", () -> totals() >= count, () -> "totals=" + totals());
    }

    /** Moves a channel of a component that moves, while all hosts are stopped; its copies are made again. */
    private void move(String channel, String from, String to) throws IOException {
        for (String host : HOSTS) {
            if (!host.equals(from)) {
                delete(directory.resolve(host).resolve(channel));
            }
        }
        Path target = directory.resolve(to).resolve(channel);
        Files.createDirectories(target.getParent());
        Files.move(directory.resolve(from).resolve(channel), target);
        JournalHandover.detach(target);
    }

    private static void delete(Path copy) throws IOException {
        if (Files.exists(copy)) {
            try (Stream<Path> files = Files.walk(copy)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private void expectTotalsOn(String host) {
        List<String> expected = new ArrayList<>();
        long sum = 0;
        long total = 0;
        for (int tick = 0; tick < ticks; tick++) {
            sum += tick;
            total += sum;
            expected.add("tick: " + total);
        }
        List<String> found = new ArrayList<>();
        try (ChannelText text = ChannelText.open(directory.resolve(host).resolve("totals"))) {
            while (text.next() == Poll.MESSAGE) {
                found.add(text.yaml().strip());
            }
        }
        assertEquals(expected, found);
    }

    @Test
    void aComponentMovesToTheHostThatReadsItAndBack() throws Exception {
        run(topology("a", "b", "a"));
        expectTotalsOn("a");
        move("sums", "b", "a");
        move("totals", "a", "b");
        run(topology("a", "a", "b"));
        expectTotalsOn("b");
        move("sums", "a", "b");
        run(topology("a", "b", "b"));
        expectTotalsOn("b");
    }

    @Test
    void aComponentMovesWhileHostsRunThatReadNothingOfIt() throws Exception {
        ticks = 5 * TICKS;
        Map<String, String> addresses = addresses();
        Topology before = topology(addresses, "a", "b", "c");
        Topology after = topology(addresses, "a", "c", "c");
        FutureTask<RunningTopology> onA = open(before, "a");
        FutureTask<RunningTopology> onB = open(before, "b");
        FutureTask<RunningTopology> onC = open(before, "c");
        RunningTopology a = onA.get();
        try (RunningTopology _ = a) {
            try (RunningTopology b = onB.get();
                    RunningTopology c = onC.get()) {
                awaitTotals(TICKS);
                b.stop();
                c.stop();
                assertEquals(RunEnd.STOPPED, b.await());
                assertEquals(RunEnd.STOPPED, c.await());
            }
            move("sums", "b", "c");
            long moved = totals();
            try (RunningTopology c = open(after, "c").get()) {
                awaitTotals(moved + TICKS); // of a host that knows nothing of the change
                assertEquals(RunEnd.RUNNING, a.end());
                String differ = "host a: topology files differ in=[host b is only here, component sum: host] host=c";
                Await.until(
                        "host a says that the files differ",
                        () -> notices.stream().anyMatch(notice -> notice.startsWith(differ)),
                        () -> "notices=" + notices);
                a.stop();
                assertEquals(RunEnd.STOPPED, a.await());
                a.close();
                var _ = start(after, "a").get();
                assertEquals(RunEnd.ENDED, c.await());
            }
        }
        expectTotalsOn("c");
    }

    @Test
    void aComponentWaitsForTheInputsThatItsOutputNamesWhereAnOldCopyLacksThem() throws Exception {
        run(topology("a", "b", "a"));
        move("sums", "b", "a");
        run(topology("a", "a", "a")); // so b gets no ticks
        move("sums", "a", "b");
        Topology back = topology("a", "b", "a");
        ticks += TICKS;
        FutureTask<Summary> b = start(back, "b");
        Await.until("host b runs or restarts", () -> b.isDone() || restarts(back));
        String waits = "host b waits: component=sum restarts, and its output names an input that the old copy of"
                + " channel=ticks here lacks; host=a has it";
        Await.until(
                "host b says what it waits for",
                () -> {
                    assertFalse(b.isDone(), "it waits notices=" + notices);
                    return notices.contains(waits);
                },
                () -> "notices=" + notices);
        assertEquals(waits, "host b waits: " + HostStatus.ask(back, "b").waits());
        FutureTask<Summary> a = start(back, "a");
        var _ = b.get();
        var _ = a.get();
        expectTotalsOn("a");
    }

    /** Returns whether the components of b run or restart. */
    private static boolean restarts(Topology topology) {
        try {
            return HostStatus.ask(topology, "b").messages().containsKey("sums");
        } catch (TopologyException e) { // it does not listen yet
            return false;
        }
    }

    @Test
    void aComponentMovesToAHostThatIsNew() throws Exception {
        run(topology("a", "b", "a"));
        move("sums", "b", "c");
        run(topology("a", "c", "a"));
        expectTotalsOn("a");
        move("totals", "a", "b");
        run(topology("a", "c", "b"));
        expectTotalsOn("b");
        move("ticks", "a", "b");
        run(topology("b", "c", "b"));
        expectTotalsOn("b");
    }
}
