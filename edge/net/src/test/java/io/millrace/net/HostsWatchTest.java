package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.CertificateAuthority;
import io.millrace.fixtures.CertificateFiles;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostChannel;
import io.millrace.topology.HostComponent;
import io.millrace.topology.HostDetails;
import io.millrace.topology.HostSection;
import io.millrace.topology.HostSighting;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostsWatch;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All hosts are asked; of one that is silent or hostile only that is known. */
class HostsWatchTest {

    private static final LinkOptions OPTIONS = LinkOptions.defaults().withErrorHandler(_ -> {});

    private static Topology topology(HostSpec a, HostSpec b) {
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", a)
                .host("b", b)
                .channel("ticks", TestHosts.channel())
                .channel("sums", TestHosts.channel())
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
                .build();
    }

    private static HostSpec at(Listener listener) {
        return HostSpec.at("127.0.0.1:" + listener.address().port());
    }

    private static HostStatus status(String name) {
        HostDetails details = new HostDetails(
                new LinkedHashMap<>(Map.of("feed", new HostComponent("LIVE", 1, 2, OptionalLong.of(3)))),
                new LinkedHashMap<>(
                        Map.of("clients", new HostSection("RUNNING", new LinkedHashMap<>(Map.of("clients", "7"))))),
                new LinkedHashMap<>(Map.of("ticks", "2.1")),
                new LinkedHashMap<>(Map.of("ticks", "0:64")));
        HostChannel link = new HostChannel("ticks", "a", "b", "connected", OptionalLong.of(5), OptionalLong.of(-3));
        return new HostStatus(
                        name,
                        name,
                        "RUNNING",
                        "",
                        "",
                        new LinkedHashMap<>(Map.of("ticks", 9L)),
                        new LinkedHashMap<>(),
                        List.of(),
                        List.of(link))
                .with(details);
    }

    private static Listener listen(LinkOptions options, Consumer<Link> answer) {
        return Listener.start(HostPort.parse("0"), options, link -> {
            link.establish();
            RouteHeader.read(link);
            answer.accept(link);
            assertThrows(NetException.class, () -> {
                while (link.read(ByteBuffer.allocate(1)) >= 0) {}
                throw new NetException("the other side has ended it");
            });
        });
    }

    private static HostSighting await(String what, HostsWatch watch, int number, Predicate<HostSighting> wanted) {
        AtomicReference<HostSighting> last = new AtomicReference<>();
        Await.until(
                "host " + number + " " + what,
                () -> {
                    last.set(watch.hosts().get(number));
                    return wanted.test(last.get());
                },
                () -> "sighting=" + last);
        return last.get();
    }

    @Test
    void aHostIsKnownAsLongAsItAnswers() {
        try (Listener other = listen(OPTIONS, link -> StatusMessage.write(link, status("b")))) {
            Listener first = listen(OPTIONS, link -> StatusMessage.write(link, status("a")));
            try (HostsWatch watch = HostsWatch.start(topology(at(first), at(other)), "b")) {
                HostSighting known =
                        await("has answered", watch, 0, each -> each.status().isPresent());
                assertEquals(Optional.of(status("a")), known.status());
                first.close();
                HostSighting silent =
                        await("is silent", watch, 0, each -> each.status().isEmpty());
                assertEquals(Optional.of(status("a")), silent.last());
                assertTrue(silent.at().isPresent());
                assertTrue(silent.silence().contains("host does not answer host=a"), silent.silence());
                assertTrue(await("has answered", watch, 1, each -> each.status().isPresent())
                        .silence()
                        .isEmpty());
                assertTrue(watch.hasAskedAll());
            } finally {
                first.close();
            }
        }
    }

    @Test
    void aHostileAnswerIsNone() {
        ByteBuffer gibibyte =
                ByteBuffer.allocateDirect(Integer.BYTES).putInt(1 << 30).flip();
        byte[] text = ("host\t" + "<b>".repeat(10_000)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        ByteBuffer markup = ByteBuffer.allocateDirect(Integer.BYTES + text.length)
                .putInt(text.length)
                .put(text)
                .flip();
        try (Listener first = listen(OPTIONS, link -> link.write(gibibyte.duplicate()));
                Listener other = listen(OPTIONS, link -> link.write(markup.duplicate()));
                HostsWatch watch = HostsWatch.start(topology(at(first), at(other)), "a")) {
            String tooLong = await(
                            "is silent: invalid length",
                            watch,
                            0,
                            each -> each.silence().contains("invalid length"))
                    .silence();
            assertTrue(tooLong.contains("bytes=1073741824"), tooLong);
            String invalid = await(
                            "is silent: is not valid",
                            watch,
                            1,
                            each -> each.silence().contains("is not valid"))
                    .silence();
            assertTrue(invalid.length() < 600, invalid);
        }
    }

    /** A section may be of foreign code, and the other side of another version: what people decide by is not lost. */
    @Test
    void detailsThatAreNotValidTakeNothingElseFromAnAnswer() {
        SequencedMap<String, String> unknown = new LinkedHashMap<>();
        unknown.put("peer", null);
        HostDetails details = new HostDetails(
                new LinkedHashMap<>(),
                new LinkedHashMap<>(Map.of("clients", new HostSection("RUNNING", unknown))),
                new LinkedHashMap<>(),
                new LinkedHashMap<>());
        List<String> later = List.of(
                "host\tb\tRUNNING\t\tb\t",
                "section\tclients\tRUNNING\todd",
                "component\tsum\tLIVE\tmany\t2\t3",
                "epoch\tticks",
                "cut");
        byte[] text = String.join("\n", later).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        ByteBuffer answer = ByteBuffer.allocateDirect(Integer.BYTES + text.length)
                .putInt(text.length)
                .put(text)
                .flip();
        try (Listener first = listen(
                        OPTIONS, link -> StatusMessage.write(link, status("a").with(details)));
                Listener other = listen(OPTIONS, link -> link.write(answer.duplicate()));
                HostsWatch watch = HostsWatch.start(topology(at(first), at(other)), "a")) {
            HostStatus whole = await(
                            "has answered", watch, 0, each -> each.status().isPresent())
                    .status()
                    .orElseThrow();
            assertEquals(
                    Map.of("peer", "null"),
                    whole.details().sections().get("clients").details());
            HostStatus partly = await(
                            "has answered", watch, 1, each -> each.status().isPresent())
                    .status()
                    .orElseThrow();
            assertEquals("RUNNING", partly.state());
            assertEquals(
                    Map.of("clients", new HostSection("RUNNING", new LinkedHashMap<>())),
                    partly.details().sections());
            assertEquals(Map.of(), partly.details().components());
        }
    }

    @Test
    void theSilenceOfASpareNamesTheSpare() {
        Topology topology = Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", HostSpec.at("127.0.0.1:1").withReplicas("s"))
                .host("s", HostSpec.at("127.0.0.1:2"))
                .channel("ticks", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .build();
        try (HostsWatch watch = HostsWatch.start(topology, "a")) {
            String silence = await(
                            "is silent: does not answer",
                            watch,
                            1,
                            each -> each.silence().contains("does not answer"))
                    .silence();
            assertTrue(silence.contains("host=s "), silence);
        }
    }

    @Test
    void anAnswerOfAnotherHostIsNone() {
        try (Listener other = listen(OPTIONS, link -> StatusMessage.write(link, status("b")));
                HostsWatch watch = HostsWatch.start(topology(at(other), HostSpec.at("127.0.0.1:1")), "a")) {
            String silence = await(
                            "is silent: another host answers there",
                            watch,
                            0,
                            each -> each.silence().contains("another host answers there"))
                    .silence();
            assertTrue(silence.endsWith("answers=b"), silence);
        }
    }

    /** Its address need not be reachable from inside. */
    @Test
    void theOwnMachineIsNotAskedOverTheNetwork() {
        Topology topology = topology(HostSpec.at("127.0.0.1:1"), HostSpec.at("127.0.0.1:2"));
        try (HostsWatch watch = HostsWatch.start(topology, "a", () -> status("a"))) {
            HostSighting own = await(
                    "has answered, or cannot be connected",
                    watch,
                    0,
                    each -> each.status().isPresent() || each.silence().contains("cannot connect"));
            assertEquals(Optional.of(status("a")), own.status(), own.silence());
            await("is silent: cannot connect", watch, 1, each -> each.silence().contains("cannot connect"));
        }
    }

    @Test
    void onlyAHostOfTheTopologyAsks() {
        Topology topology = topology(HostSpec.at("127.0.0.1:1"), HostSpec.at("127.0.0.1:2"));
        String refused = assertThrows(TopologyException.class, () -> HostsWatch.start(topology, "c"))
                .getMessage();
        assertTrue(refused.contains("no such host host=c hosts=[a, b]"), refused);
    }

    /** Else the end of a run would wait for a host that does not answer. */
    @Test
    void closingDoesNotWaitForAnAnswer() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        LinkOptions patient = OPTIONS.withDeadAfter(java.time.Duration.ofDays(1));
        try (Listener mute = listen(patient, _ -> {
            asked.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        })) {
            HostsWatch watch = HostsWatch.start(topology(at(mute), HostSpec.at("127.0.0.1:1")), "a");
            asked.await();
            watch.close();
            closed.countDown();
            String silence = watch.hosts().getFirst().silence();
            assertFalse(silence.contains("too long"), silence); // that is how a question ends that was waited for
        }
    }

    /** On a machine only its own key is there. */
    @Test
    void anotherHostIsAskedWithTheCertificateOfThisOne(@TempDir Path directory) {
        CertificateAuthority authority = CertificateAuthority.create(directory, "authority");
        CertificateFiles a = authority.files("a", "127.0.0.1", authority);
        CertificateFiles b = authority.files("b", "127.0.0.1", authority);
        LinkOptions ofB = OPTIONS.withTls(TlsIdentity.ofPem(b.certificate(), b.key(), b.trusted()));
        try (Listener other = listen(ofB, link -> StatusMessage.write(link, status("b")))) {
            Path elsewhere = directory.resolve("elsewhere");
            Topology topology = topology(
                    HostSpec.at("127.0.0.1:1").withTls(a.certificate(), a.key(), a.trusted()),
                    at(other).withTls(b.certificate(), elsewhere, b.trusted()));
            try (HostsWatch watch = HostsWatch.start(topology, "a")) {
                await("has answered", watch, 1, each -> each.status().isPresent());
            }
        }
    }
}
