package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Journal;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.CountSpec;
import io.millrace.topology.HostChannel;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.TakeoverException;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host with a spare, both in one process here: what the spare is sent, and what it does when it is promoted. */
class SpareTest {

    private static final int TICKS = 2_000;

    @TempDir
    private Path directory;

    private int portOfHost;
    private int portOfSpare;

    @BeforeEach
    void ports() throws IOException {
        portOfHost = FreePorts.next();
        portOfSpare = FreePorts.next();
    }

    private Topology topology(int port) {
        return builder(HostSpec.at("127.0.0.1:" + port).withReplicas("s")).build();
    }

    /** Host a makes totals of ticks, and others of nothing; s is its spare. */
    private TopologyBuilder builder(HostSpec host) {
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", host)
                .host("s", HostSpec.at("127.0.0.1:" + portOfSpare))
                .channel("ticks", TestHosts.channel())
                .channel("totals", TestHosts.channel())
                .channel("others", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .component(
                        "total",
                        ComponentSpec.of(TickSum.class)
                                .reads("ticks")
                                .writes("totals")
                                .onHost("a"))
                .component(
                        "other-feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("others")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .summary("ticks", CountSpec.calls("ticks", "tick"))
                .summary("totals", CountSpec.calls("totals", "tick"))
                .summary("others", CountSpec.calls("others", "tick"));
    }

    private RunOptions options(String host, String machine) {
        return RunOptions.in(directory.resolve(machine))
                .withHost(host)
                .withParameters(Map.of("limit", Integer.toString(TICKS)))
                .withNotices(_ -> {});
    }

    private HostTakeover takeover(String machine, List<String> notices) {
        return new HostTakeover(topology(portOfHost), "a", directory.resolve(machine), notices::add, _ -> {});
    }

    /** Promotes the spare, whose directory nothing has open. */
    private void promote(HostTakeover.Living living) throws InterruptedException {
        takeover("s", new ArrayList<>()).promote(living, HostLosses.REFUSED);
    }

    private static HostPort at(int port) {
        return HostPort.parse("127.0.0.1:" + port);
    }

    private long messages(String machine, String channel) {
        Path journal = directory.resolve(machine).resolve(channel);
        if (!Journal.exists(journal)) {
            return 0;
        }
        try (Journal opened = Journal.openReadOnly(journal)) {
            return opened.messages();
        }
    }

    private void awaitTotals(String machine) {
        Await.until(
                "machine " + machine + " has all totals",
                () -> messages(machine, "totals") >= TICKS,
                () -> "totals=" + messages(machine, "totals"));
    }

    private static boolean isComplete(Topology topology) {
        return isSpareComplete(topology, "s");
    }

    private static boolean isSpareComplete(Topology topology, String machine) {
        return HostStatus.ask(topology, machine).spare().equals(HostStatus.COMPLETE);
    }

    private void runAtSpare(String name) throws InterruptedException {
        try (RunningTopology running = TopologyRunner.open(topology(portOfHost), options(name, "s"))) {
            assertTrue(running.promotedMs().isPresent());
            running.start();
            assertEquals(RunEnd.ENDED, running.await(), () -> "failure=" + running.failure());
            Map<String, Long> counts = Map.copyOf(running.summary().counts());
            assertEquals(Map.of("ticks", (long) TICKS, "totals", (long) TICKS, "others", (long) TICKS), counts);
        }
    }

    @Test
    void aChannelIsNotAcknowledgedByTheSpareBeforeWhatItIsMadeOf() throws Exception {
        Topology ofHost = topology(portOfHost);
        try (HoldingProxy proxy = new HoldingProxy(at(portOfHost), "ticks");
                SpareRun spare = SpareRun.open(topology(proxy.address().port()), options("s", "s"))) {
            try (RunningTopology running = TopologyRunner.open(ofHost, options("a", "a"))) {
                running.start();
                TestHosts.await(
                        spare,
                        "the spare has all results",
                        () -> messages("s", "totals") == TICKS && messages("s", "others") >= TICKS);
                for (int looks = 0; looks < 20; looks++) { // each takes some exchanges with both machines
                    assertFalse(isSpareComplete(ofHost, "a"), "the spare lacks ticks");
                    spare.await(Duration.ofMillis(20));
                }
                assertEquals(0, messages("s", "ticks"));
                proxy.release();
                TestHosts.await(spare, "the spare is complete", () -> isComplete(ofHost));
            }
        }
        promote(HostTakeover.Living.REFUSED);
        runAtSpare("a");
    }

    @Test
    void aSpareThatWasNeverCompleteIsNotPromoted() throws Exception {
        SpareRun.open(topology(portOfHost), options("s", "s")).close();
        TakeoverException without = assertThrows(TakeoverException.class, () -> promote(HostTakeover.Living.REFUSED));
        assertEquals(TakeoverException.Reason.INCOMPLETE, without.reason());
        assertTrue(without.getMessage().endsWith(" state=BEHIND"), without.getMessage());
        try (HoldingProxy proxy = new HoldingProxy(at(portOfHost), "ticks");
                SpareRun spare = SpareRun.open(topology(proxy.address().port()), options("s", "s"));
                RunningTopology running = TopologyRunner.open(topology(portOfHost), options("a", "a"))) {
            running.start();
            TestHosts.await(
                    spare,
                    "the spare has all others and its completeness is not confirmed",
                    () -> messages("s", "others") >= TICKS
                            && HostStatus.ask(topology(portOfHost), "s").spare().equals("unconfirmed"));
        }
        TakeoverException refused = assertThrows(TakeoverException.class, () -> promote(HostTakeover.Living.REFUSED));
        assertEquals(TakeoverException.Reason.INCOMPLETE, refused.reason());
        assertTrue(refused.getMessage().endsWith(" state=UNCONFIRMED"), refused.getMessage());
        try (SpareRun spare = SpareRun.open(topology(portOfHost), options("s", "s"))) { // it stands by again
            assertEquals(SpareRun.End.RUNNING, spare.await(Duration.ofMillis(1)));
        }
    }

    @Test
    void aCompleteSpareWhoseLinkIsLostIsPromotedSinceOthersHaveWaitedForIt() throws Exception {
        int portOfProxy = FreePorts.next();
        Topology ofHost = topology(portOfHost);
        try (SpareRun spare = SpareRun.open(topology(portOfProxy), options("s", "s"))) {
            // The host is at the port of the proxy when it makes its channels: copies know it by no other address.
            TopologyRunner.open(topology(portOfProxy), options("a", "a")).close();
            try (HoldingProxy proxy = new HoldingProxy(at(portOfProxy), at(portOfHost), "");
                    RunningTopology running = TopologyRunner.open(ofHost, options("a", "a"))) {
                TestHosts.await(spare, "the spare is complete", () -> isComplete(ofHost)); // and nothing was written
                proxy.cut("ticks");
                TestHosts.await(
                        spare,
                        "the host waits for its spare",
                        () -> HostStatus.ask(ofHost, "a").spare().equals(HostStatus.AWAITED));
                running.start();
                TestHosts.await(spare, "the host has 1000 ticks", () -> messages("a", "ticks") >= 1_000);
                assertTrue(isComplete(ofHost), "the spare has asked the host since");
            }
        }
        promote(HostTakeover.Living.REFUSED);
        runAtSpare("a");
    }

    @Test
    void aHostThatRunsIsReplacedOnlyWhereThatIsAskedForAndWritesNoMore() throws Exception {
        Topology topology = topology(portOfHost);
        try (RunningTopology running = startedTogether(topology)) {
            TakeoverException refused =
                    assertThrows(TakeoverException.class, () -> promote(HostTakeover.Living.REFUSED));
            assertEquals(TakeoverException.Reason.HOST_ANSWERS, refused.reason());
            promote(HostTakeover.Living.REPLACED);
            try (RunningTopology atSpare = TopologyRunner.open(topology, options("s", "s"))) {
                assertTrue(atSpare.promotedMs().isPresent());
                atSpare.start();
                assertEquals(RunEnd.ENDED, atSpare.await(), () -> "failure=" + atSpare.failure());
                Await.until("the replaced host, which still runs, follows", () -> hasEverything(topology, "a"));
                TimeUnit.SECONDS.sleep(1); // the host looks often in that time
            }
            running.stop();
        }
        try (RunningTopology atSpare = TopologyRunner.open(topology, options("a", "s"))) { // waits for no other
            atSpare.start();
            TopologyException refused =
                    assertThrows(TopologyException.class, () -> TopologyRunner.open(topology, options("a", "a")));
            assertTrue(refused.getMessage().contains("host=a runs at s"), refused.getMessage());
            assertTrue(refused.getMessage().contains("millrace reset"), refused.getMessage());
            standBy(topology);
            delete(directory.resolve("a")); // the same with an empty disk
            standBy(topology);
        }
    }

    /** A host that may continue without its spare, and a reader of what it writes. */
    private Topology degrading() throws IOException {
        return builder(HostSpec.at("127.0.0.1:" + portOfHost)
                        .withReplicas("s")
                        .withDegradeAfter(Duration.ofMillis(200)))
                .host("b", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .channel("doubled", TestHosts.channel())
                .component(
                        "doubling",
                        ComponentSpec.of(TickSum.class)
                                .reads("totals")
                                .writes("doubled")
                                .onHost("b"))
                .build();
    }

    @Test
    void aHostThatMayContinuesWithoutASpareThatCannotReadAChannel() throws Exception {
        Topology topology = degrading();
        try (SpareRun spare = SpareRun.open(topology, options("s", "s"));
                RunningTopology running = TopologyRunner.open(topology, options("a", "a"));
                RunningTopology reader = TopologyRunner.open(topology, options("b", "b"))) {
            TestHosts.await(spare, "the spare is complete", () -> isComplete(topology));
            running.start();
            reader.start();
            TestHosts.await(
                    spare,
                    "the spare and the reader have all totals",
                    () -> messages("s", "totals") == TICKS && messages("b", "totals") == TICKS);
        }
        damage(directory.resolve("s").resolve("totals"));
        Files.delete(directory.resolve("s").resolve("cut")); // or only what is new would be read
        Map<String, String> more = Map.of("limit", Integer.toString(2 * TICKS));
        List<String> errors = new CopyOnWriteArrayList<>();
        try (SpareRun spare = SpareRun.open(
                        topology, options("s", "s").withErrorHandler((_, _, error) -> errors.add(error.getMessage())));
                RunningTopology running =
                        TopologyRunner.open(topology, options("a", "a").withParameters(more));
                RunningTopology reader =
                        TopologyRunner.open(topology, options("b", "b").withParameters(more))) {
            running.start();
            reader.start();
            TestHosts.await(spare, "the reader has twice as many totals", () -> messages("b", "totals") == 2 * TICKS);
            TestHosts.await(spare, "the spare reports an error", () -> !errors.isEmpty());
            assertFalse(isComplete(topology), errors::toString);
        }
        promoteDamaged(topology);
    }

    /** Promotes a spare that cannot read a channel: never without being told to, and then without what is damaged. */
    private void promoteDamaged(Topology topology) throws Exception {
        Path site = directory.resolve("s").resolve("site");
        Files.writeString(site, Files.readString(site).replaceAll("BEHIND|UNCONFIRMED", "COMPLETE"));
        List<String> notices = new ArrayList<>();
        HostTakeover takeover = new HostTakeover(topology, "a", directory.resolve("s"), notices::add, _ -> {});
        TakeoverException refused = assertThrows(
                TakeoverException.class, () -> takeover.promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED));
        assertEquals(TakeoverException.Reason.REFUSED, refused.reason(), refused::getMessage);
        assertFalse(hasSetAside("totals"), "nothing was set aside");
        takeover.promote(HostTakeover.Living.REFUSED, HostLosses.ACCEPTED);
        assertTrue(notices.getFirst().startsWith("channel=totals cannot be read to its end"), notices::toString);
        assertTrue(hasSetAside("totals"), notices::toString);
        assertTrue(
                notices.stream().anyMatch(notice -> notice.startsWith("set aside") && notice.contains("totals.cut-1")),
                notices::toString);
        assertTrue(messages("s", "totals") < TICKS, "what is left ends before the damage");
        try (RunningTopology running = TopologyRunner.open(topology, options("a", "s"))) {
            running.start();
            Await.until("the promoted spare has all totals", () -> {
                running.failure().ifPresent(failure -> {
                    throw failure;
                });
                return messages("s", "totals") >= TICKS;
            });
        }
    }

    private boolean hasSetAside(String channel) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("s"))) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(channel + ".cut-"));
        }
    }

    /** Removes some frames from the middle of a journal of two segments at least. */
    private static void damage(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            Path first = files.filter(file -> file.toFile().length() == 1 << 16)
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            try (FileChannel channel = FileChannel.open(first, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1 << 12), 20_000);
            }
        }
    }

    @Test
    void aHostThatMayContinuesWithoutItsSpareAndWaitsForItAgain() throws Exception {
        Topology topology = degrading();
        List<String> notices = new CopyOnWriteArrayList<>();
        RunOptions ofHost = options("a", "a").withNotices(notices::add);
        try (RunningTopology running = TopologyRunner.open(topology, ofHost); // no spare has been there
                RunningTopology reader = TopologyRunner.open(topology, options("b", "b"))) {
            running.start();
            reader.start();
            awaitTotals("b");
            assertTrue(notices.stream().anyMatch(notice -> notice.contains("channel totals")), notices::toString);
            try (SpareRun spare = SpareRun.open(topology, options("s", "s"))) {
                TestHosts.await(spare, "the spare is complete", () -> isComplete(topology));
            }
            assertEquals(TICKS, messages("s", "totals"));
        }
    }

    private static boolean hasEverything(Topology topology, String site) {
        List<HostChannel> copies = HostStatus.ask(topology, "s").channels().stream()
                .filter(channel -> channel.to().equals(site))
                .toList();
        return copies.size() == 3
                && copies.stream().allMatch(copy -> copy.lagMessages().equals(OptionalLong.of(0)));
    }

    /** Lets the former machine of the host stand by until it is complete. */
    private void standBy(Topology topology) throws InterruptedException {
        takeover("a", new ArrayList<>()).reset();
        try (SpareRun former = SpareRun.open(topology, options("a", "a"))) {
            // The host has ended, and so does its spare once it has everything.
            Await.until(
                    "the former machine is complete",
                    () -> former.await(Duration.ofMillis(5)) == SpareRun.End.ENDED || isSpareComplete(topology, "a"));
            assertEquals(messages("s", "totals"), messages("a", "totals"));
        }
    }

    private static void delete(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Runs the host until its spare is complete, which stops standing by then. */
    private RunningTopology startedTogether(Topology topology) throws InterruptedException {
        try (SpareRun spare = SpareRun.open(topology, options("s", "s"))) {
            RunningTopology running = TopologyRunner.open(topology, options("a", "a"));
            running.start();
            Await.until("the spare is complete", () -> {
                spare.await(Duration.ofMillis(5)); // it takes its steps in the thread that waits
                return isComplete(topology);
            });
            awaitTotals("s");
            return running;
        }
    }
}
