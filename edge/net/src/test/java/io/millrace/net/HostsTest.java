package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelEnd;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.CountSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topology whose components are on two hosts, each with its own directory, here in one process. */
class HostsTest {

    private static final int TICKS = 3_000;

    /** Where the journal's table keeps the run of the machine; docs/format/journal.md. */
    private static final long BOOT_OFFSET = 512;

    private static final int BOOT_BYTES = 64;

    @TempDir
    private Path directory;

    private Topology topology;

    @BeforeEach
    void build() throws IOException {
        topology = topology(UnaryOperator.identity(), UnaryOperator.identity());
    }

    /** Ticks go from a to b, and their sums back from b to a, which sums them up again. */
    private static Topology topology(UnaryOperator<HostSpec> withA, UnaryOperator<HostSpec> withB) throws IOException {
        return Topology.builder("ticks")
                .parameter("limit", io.millrace.topology.ParameterSpec.of(io.millrace.topology.ParameterType.LONG))
                .host("a", withA.apply(HostSpec.at("127.0.0.1:" + FreePorts.next())))
                .host("b", withB.apply(HostSpec.at("127.0.0.1:" + FreePorts.next())))
                .channel("ticks", TestHosts.channel())
                .channel("sums", TestHosts.channel())
                .channel("totals", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .component(
                        "sum",
                        ComponentSpec.of(TickSum.class)
                                .reads("ticks")
                                .writes("sums")
                                .onHost("b"))
                .component(
                        "total",
                        ComponentSpec.of(TickSum.class)
                                .reads("sums")
                                .writes("totals")
                                .onHost("a"))
                .summary("ticks", CountSpec.calls("ticks", "tick"))
                .summary("sums", CountSpec.calls("sums", "tick"))
                .summary("totals", CountSpec.calls("totals", "tick"))
                .build();
    }

    private RunOptions options(String host, int limit) {
        return RunOptions.in(directory.resolve(host))
                .withHost(host)
                .withParameters(Map.of("limit", Integer.toString(limit)))
                .withNotices(_ -> {});
    }

    private Summary run(RunOptions options) throws InterruptedException {
        return TestHosts.run(topology, options);
    }

    private void runBoth(int limit) throws Exception {
        FutureTask<Summary> b = TestHosts.inThread(() -> run(options("b", limit)));
        Summary a = run(options("a", limit));
        assertEquals(Map.of("ticks", (long) limit, "totals", (long) limit), Map.copyOf(a.counts()));
        assertEquals(Map.of("sums", (long) limit), Map.copyOf(b.get().counts()));
    }

    private static List<String> calls(Path channel) {
        List<String> calls = new ArrayList<>();
        try (Channel opened = Channel.readOnly(channel);
                ChannelCursor cursor = opened.cursor()) {
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL) {
                    calls.add(cursor.index() + " " + cursor.yaml());
                }
            }
        }
        return calls;
    }

    @Test
    void aRunOverTwoHostsEndsByItselfWithTheCountsOfOne() throws Exception {
        runBoth(TICKS);
        assertEquals(calls(directory.resolve("a/ticks")), calls(directory.resolve("b/ticks")));
        assertEquals(calls(directory.resolve("b/sums")), calls(directory.resolve("a/sums")));
        List<String> totals = calls(directory.resolve("a/totals"));
        long n = TICKS - 1;
        assertTrue(totals.getLast().contains(Long.toString(n * (n + 1) * (n + 2) / 6)), totals.getLast());
    }

    @Test
    void eachHostEndsAgainByItselfWhenItIsStartedAfterTheEnd() throws Exception {
        runBoth(TICKS);
        List<String> before = calls(directory.resolve("a/totals"));
        assertTrue(run(options("a", TICKS)).nothingNew());
        assertTrue(run(options("b", TICKS)).nothingNew());
        assertEquals(before, calls(directory.resolve("a/totals")));
    }

    @Test
    void theEndIsTakenBackWhenMoreIsWritten() throws Exception {
        runBoth(10);
        assertEquals(ChannelEnd.HELD, end("b", "ticks"));
        runBoth(30);
        assertEquals(calls(directory.resolve("a/ticks")), calls(directory.resolve("b/ticks")));
        assertEquals(ChannelEnd.HELD, end("a", "ticks"));
    }

    private ChannelEnd end(String host, String channel) {
        try (JournalChannel copy =
                Channel.copy(channel, directory.resolve(host).resolve(channel), ChannelOptions.defaults())) {
            return copy.end();
        }
    }

    @Test
    void aHostSaysWhichOneItWaitsForAndGoesOnOnceThatIsThere() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        List<String> notices = new ArrayList<>();
        RunOptions waits = options("b", TICKS).withNotices(notice -> {
            notices.add(notice);
            told.countDown();
        });
        FutureTask<Summary> b = TestHosts.inThread(() -> run(waits));
        told.await();
        assertTrue(
                notices.getFirst().contains("host b waits: channel=ticks of host=a at 127.0.0.1:"), notices::toString);
        run(options("a", TICKS));
        assertEquals(Map.of("sums", (long) TICKS), Map.copyOf(b.get().counts()));
    }

    @Test
    void aThreadThatWaitsForOtherHostsCanBeInterrupted() throws Exception {
        Topology toB = Topology.builder("ticks")
                .host("a", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .host("b", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .channel("ticks", TestHosts.channel())
                .channel("sums", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", 10)
                                .onHost("a"))
                .component(
                        "sum",
                        ComponentSpec.of(TickSum.class)
                                .reads("ticks")
                                .writes("sums")
                                .onHost("b"))
                .build();
        CountDownLatch told = new CountDownLatch(1);
        RunOptions options = RunOptions.in(directory.resolve("a")).withHost("a").withNotices(_ -> told.countDown());
        FutureTask<Boolean> interrupted = new FutureTask<>(() -> {
            try (RunningTopology running = TopologyRunner.open(toB, options)) {
                running.start();
                assertThrows(InterruptedException.class, running::await);
                return running.failure().isEmpty();
            }
        });
        Thread waiting = Thread.ofPlatform().start(interrupted);
        told.await();
        waiting.interrupt();
        assertTrue(interrupted.get());
    }

    @Test
    void nothingElseMayWriteACopy() throws Exception {
        runBoth(10);
        Path copy = directory.resolve("b/ticks");
        String refused = assertThrows(
                        JournalException.class,
                        () -> Channel.journal("ticks", copy, ChannelOptions.defaults())
                                .close())
                .getMessage();
        assertTrue(refused.contains("copy"), refused);
    }

    @Test
    void eachHostHasADirectoryOfItsOwn() throws Exception {
        runBoth(10);
        RunOptions other = RunOptions.in(directory.resolve("b")).withHost("a").withParameters(Map.of("limit", "10"));
        String refused = assertThrows(TopologyException.class, () -> TopologyRunner.open(topology, other))
                .getMessage();
        assertTrue(refused.contains("data directory is that of another host"), refused);
    }

    @Test
    void aHostMustBeNamed() {
        RunOptions none = RunOptions.in(directory.resolve("a")).withParameters(Map.of("limit", "10"));
        String refused = assertThrows(TopologyException.class, () -> TopologyRunner.open(topology, none))
                .getMessage();
        assertTrue(refused.contains("hosts=[a, b]"), refused);
        assertTrue(Files.notExists(directory.resolve("a")), "nothing was made");
    }

    @Test
    void anAddressThatIsTakenIsAnError() throws Exception {
        int port = Integer.parseInt(topology.hosts().get("a").address().split(":", 2)[1]);
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            String refused = assertThrows(
                            TopologyException.class, () -> TopologyRunner.open(topology, options("a", 10)))
                    .getMessage();
            assertTrue(refused.contains("cannot listen address=127.0.0.1:" + port), refused);
        }
    }

    @Test
    void linksUseTlsWhereHostsHaveCertificates() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        authority.identity("host", "127.0.0.1");
        topology = topology(tls("host", authority), tls("host", authority));
        runBoth(100);
    }

    private UnaryOperator<HostSpec> tls(String name, TestCertificates trusts) {
        return host ->
                host.withTls(directory.resolve(name + ".crt"), directory.resolve(name + ".key"), trusts.trusted());
    }

    @Test
    void aHostThatDoesNotTrustTheOtherOneSaysSoAndNotThatItIsAway() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        TestCertificates stranger = new TestCertificates(directory, "stranger");
        authority.identity("host", "127.0.0.1");
        topology = topology(tls("host", authority), tls("host", stranger));
        String said = untilItSaysWhy();
        assertTrue(said.contains("(certificate_unknown) PKIX path"), said);
    }

    @Test
    void aHostThatIsNotTrustedByTheOtherOneSaysSo() throws Exception {
        TestCertificates authority = new TestCertificates(directory, "authority");
        TestCertificates stranger = new TestCertificates(directory, "stranger");
        authority.identity("host", "127.0.0.1");
        stranger.identity("strange", "127.0.0.1");
        topology = topology(tls("host", authority), tls("strange", authority));
        String said = untilItSaysWhy();
        assertTrue(said.contains("Received fatal alert: certificate_"), said);
    }

    /** Runs both hosts until the one that reads first says that certificates do not fit, and returns that. */
    private String untilItSaysWhy() throws Exception {
        BlockingQueue<String> notices = new LinkedBlockingQueue<>();
        Thread a = waiting(options("a", 10).withErrorHandler((_, _, _) -> {}));
        Thread b = waiting(options("b", 10).withErrorHandler((_, _, _) -> {}).withNotices(notices::add));
        String notice = notices.take();
        while (!notice.contains("do the certificates fit?")) {
            notice = notices.take();
        }
        for (Thread host : List.of(a, b)) {
            host.interrupt();
            host.join();
        }
        return notice;
    }

    /** Opens a host, which never opens, since it waits for the other one until it is interrupted. */
    private Thread waiting(RunOptions options) {
        return Thread.ofPlatform().name("test-host").start(() -> {
            String refused = assertThrows(
                            TopologyException.class,
                            () -> TopologyRunner.open(topology, options).close())
                    .getMessage();
            assertTrue(refused.contains("interrupted while waiting"), refused);
        });
    }

    /** Zeros what follows the hundredth call, as if the machine had gone down before it was stored. */
    private static void losePower(Path channel) throws IOException {
        long index = Long.parseLong(calls(channel).get(100).split(" ", 2)[0]);
        zero(channel.resolve(String.format(Locale.ROOT, "%08d.segment", Index.segment(index))), Index.position(index));
        try (FileChannel table = FileChannel.open(channel.resolve("journal.table"), StandardOpenOption.WRITE)) {
            table.write(ByteBuffer.allocate(BOOT_BYTES), BOOT_OFFSET);
        }
    }

    private static void zero(Path file, long from) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate((int) (channel.size() - from)), from);
        }
    }

    @Test
    void aWriterWhoseMachineLostItsTailTakesItBackFromItsReaders() throws Exception {
        runBoth(200);
        losePower(directory.resolve("a/ticks"));
        runBoth(300);
        assertEquals(calls(directory.resolve("b/ticks")), calls(directory.resolve("a/ticks")));
        assertEquals(calls(directory.resolve("b/sums")), calls(directory.resolve("a/sums")));
    }

    @Test
    void aReaderWhoseMachineLostItsTailWaitsUntilItHasComeAgain() throws Exception {
        runBoth(200);
        losePower(directory.resolve("b/ticks"));
        runBoth(300);
        assertEquals(calls(directory.resolve("a/ticks")), calls(directory.resolve("b/ticks")));
        assertEquals(calls(directory.resolve("b/sums")), calls(directory.resolve("a/sums")));
    }
}
