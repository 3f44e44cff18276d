package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.Read;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.journal.VerifyReport;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Losses;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import io.millrace.replication.Role;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replication over real sockets and files: members hold the same journal, whatever is stopped, cut or promoted. */
class ReplicatedFilesTest {

    private static final MissingPolicy WAIT = new MissingPolicy.Wait(1_000_000_000);
    private static final long MS_NS = 1_000_000;
    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final TailerOptions ALL = TailerOptions.defaults().withMark(MarkPolicy.NEVER);

    @TempDir
    Path scratch;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final LinkOptions links = LinkOptions.defaults().withErrorHandler(errors::add);

    /** A member with what it stands on. */
    private record Host(
            ReplicationNode node, JournalLog log, Path directory, HostPort address, BlockingQueue<String> events) {

        List<String> texts() {
            return ReplicatedFilesTest.texts(directory, ALL);
        }

        List<String> acknowledged() {
            return ReplicatedFilesTest.texts(directory, TailerOptions.defaults().withMark(MarkPolicy.ALWAYS));
        }

        boolean isSource() {
            return node.ask(member -> member.isSource());
        }

        void close() {
            node.close();
            log.close();
        }
    }

    private static List<String> texts(Path directory, TailerOptions options) {
        List<String> texts = new ArrayList<>();
        if (Journal.exists(directory)) {
            try (Journal journal = Journal.openReadOnly(directory);
                    Tailer tailer = journal.tailer(options)) {
                while (tailer.read() == Read.MESSAGE) {
                    MemorySegment payload = tailer.segment().asSlice(tailer.offset(), tailer.length());
                    texts.add(new String(payload.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
                }
            }
        }
        return texts;
    }

    private static void append(Appender appender, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    private Host host(String name, HostPort listen, HostPort address, List<String> seeds) {
        return host(name, listen, address, seeds, OPTIONS);
    }

    private Host host(String name, HostPort listen, HostPort address, List<String> seeds, JournalOptions journal) {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        MemberOptions options = new MemberOptions(
                name,
                address.toString(),
                seeds,
                WAIT,
                20 * MS_NS,
                5_000 * MS_NS,
                5_000 * MS_NS,
                MS_NS,
                20 * MS_NS,
                2_000);
        Path directory = scratch.resolve(name);
        FileMemberStore store = new FileMemberStore(directory);
        JournalLog log = JournalLog.open(directory, journal, store);
        ReplicationNode node = ReplicationNode.open(
                listen, links, options, log, store, (event, text) -> events.add(event + " " + text));
        Host host = new Host(node, log, directory, address, events);
        open.add(host::close);
        return host;
    }

    private static HostPort freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new HostPort("127.0.0.1", socket.getLocalPort());
        }
    }

    private Host source(int count) throws Exception {
        Journal.open(scratch.resolve("source"), OPTIONS).close();
        HostPort address = freePort();
        return found(host("source", address, address, List.of()), count);
    }

    private static Host found(Host source, int count) {
        source.node().order(member -> {
            source.log().becomeSource();
            member.found(count, Durability.MAPPED);
        });
        return source;
    }

    private Host copy(String name, HostPort source) throws Exception {
        HostPort address = freePort();
        return host(name, address, address, List.of(source.toString()));
    }

    private Host again(Host host) {
        host.close();
        return host(host.directory().getFileName().toString(), host.address(), host.address(), List.of());
    }

    private static int members(Host host) {
        return host.node()
                .ask(member -> member.state().configuration() == null
                        ? 0
                        : member.state().configuration().everyone().size());
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static String awaitEvent(Host host, MemberEvent event) throws InterruptedException {
        String found;
        do {
            found = host.events().take();
        } while (!found.startsWith(event + " "));
        return found;
    }

    private static void assertSound(Path directory) {
        VerifyReport report = JournalVerifier.verify(directory);
        assertTrue(report.isSound(), () -> report.findings().toString());
    }

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.removeLast().close();
        }
    }

    @Test
    void aCopyHasTheMessagesOfAnAppenderBesideTheReplication() throws Exception {
        Host source = source(1);
        List<String> expected = new ArrayList<>();
        Host copy = copy("copy", source.address());
        try (Journal journal = Journal.open(source.directory(), OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 3_000; i++) {
                expected.add("message " + i + "-".repeat(i % 100));
                append(appender, expected.getLast());
            }
            await(() -> source.acknowledged().size() == 3_000);
            await(() -> copy.acknowledged().size() == 3_000);
            assertEquals(expected, copy.texts());
        }
        assertTrue(Files.exists(copy.directory().resolve("00000002.segment")));
        close();
        assertSound(source.directory());
        assertSound(copy.directory());
        assertTrue(errors.isEmpty(), errors::toString);
    }

    /** Returns whether a member has a message; while it is cut, readers that are open are told so. */
    private static boolean hasAfterCut(Host host, String text) {
        try {
            return host.texts().contains(text);
        } catch (JournalException e) {
            assertTrue(e.getMessage().startsWith("copy was replaced or cut while it was open"), e.getMessage());
            return false;
        }
    }

    private static boolean endsWith(Host host, String beginning) {
        List<String> texts = host.acknowledged();
        return !texts.isEmpty() && texts.getLast().startsWith(beginning);
    }

    @Test
    void retentionOfTheSourceWaitsForACopyWhichHasItsOwn() throws Exception {
        Host source = source(1);
        HostPort address = freePort();
        RetentionPolicy nothing = RetentionPolicy.keepAll().withMaxSizeBytes(0);
        Host copy =
                host("copy", address, address, List.of(source.address().toString()), OPTIONS.withRetention(nothing));
        try (Journal journal = Journal.open(source.directory(), OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 4_000; i++) {
                append(appender, "message " + i + "-".repeat(60));
            }
            await(() -> endsWith(copy, "message 3999") && copy.acknowledged().size() < 4_000);
            assertTrue(Files.exists(source.directory().resolve("00000000.segment")));
            copy.close();
            await(() -> journal.info().positions().stream()
                    .anyMatch(position -> position.name().equals("replica/copy") && position.unread() == 0));
            for (int i = 0; i < 4_000; i++) {
                append(appender, "later " + i + "-".repeat(60));
            }
            await(() -> journal.retain(nothing).heldBy().equals(List.of("replica/copy")));
            assertEquals(
                    4_000,
                    journal.messages()
                            - journal.messagesBefore(journal.replica("copy").index() + 1));
            await(() ->
                    !journal.retain(nothing.withMaxBytesForCopies(0)).segments().isEmpty());
        }
    }

    @Test
    void membersThatAreStoppedContinueWhereTheyWere() throws Exception {
        Host source = source(1);
        Host copy = copy("copy", source.address());
        try (Journal journal = Journal.open(source.directory(), OPTIONS);
                Appender appender = journal.appender()) {
            for (int round = 0; round < 4; round++) {
                for (int i = 0; i < 500; i++) {
                    append(appender, round + "-" + i);
                }
                int expected = 500 * (round + 1);
                Host present = copy;
                await(() -> present.acknowledged().size() == expected);
                copy = round % 2 == 0 ? again(copy) : copy;
                source = round % 2 == 1 ? again(source) : source;
            }
            append(appender, "last");
            Host last = source;
            await(() -> last.acknowledged().size() == 2_001);
        }
        assertEquals(source.texts(), copy.texts());
    }

    @Test
    void aLinkThatIsCutAtAnyByteLosesAndRepeatsNothing() throws Exception {
        long seed = System.nanoTime();
        HostPort behind = freePort();
        Journal.open(scratch.resolve("source"), OPTIONS).close();
        List<String> expected = new ArrayList<>();
        try (CuttingProxy proxy = new CuttingProxy(behind, seed, 20_000)) {
            Host source = found(host("source", behind, proxy.address(), List.of()), 1);
            Host copy = copy("copy", proxy.address());
            try (Journal journal = Journal.open(source.directory(), OPTIONS);
                    Appender appender = journal.appender()) {
                for (int i = 0; i < 5_000; i++) {
                    expected.add("message " + i + "-".repeat(i % 60));
                    append(appender, expected.getLast());
                }
                await(() -> proxy.cuts() > 10 || copy.texts().size() == 5_000);
                proxy.heal();
                await(() -> source.acknowledged().size() == 5_000);
                assertEquals(expected, copy.texts(), "seed=" + seed);
            }
            close(); // before the proxy
            assertSound(copy.directory());
        }
    }

    @Test
    void aPromotedCopyContinuesTheJournalAndTheFormerSourceIsFencedAndFollows() throws Exception {
        Host source = source(1);
        Host first = copy("first", source.address());
        Host second = copy("second", source.address());
        try (Journal journal = Journal.open(source.directory(), OPTIONS);
                Appender appender = journal.appender()) {
            source.node().order(_ -> source.log().attach(journal));
            append(appender, "before");
            await(() -> members(source) == 3 && members(first) == 3 && members(second) == 3);
            await(() ->
                    first.acknowledged().size() == 1 && second.acknowledged().size() == 1);
            first.node().order(member -> member.promote(Losses.REFUSED));
            await(first::isSource);
            await(() -> !source.isSource());
            int number = first.node().ask(member -> member.state().number());
            String fenced = awaitEvent(source, MemberEvent.FENCED);
            assertTrue(fenced.contains("epoch=1." + number), fenced);
            assertThrows(JournalException.class, () -> append(appender, "too late"));
        }
        try (Journal journal = Journal.open(first.directory(), OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "after");
            await(() ->
                    source.acknowledged().size() == 2 && second.acknowledged().size() == 2);
        }
        assertEquals(List.of("before", "after"), source.texts());
        assertEquals(List.of("before", "after"), second.texts());
        close();
        JournalException e = assertThrows(JournalException.class, () -> Journal.open(source.directory(), OPTIONS));
        assertTrue(e.getMessage().contains("is a copy"), e.getMessage());
        for (Host host : List.of(source, first, second)) {
            assertSound(host.directory());
        }
    }

    @Test
    void whatTheFormerSourceAloneHeldIsSetAsideByAReset() throws Exception {
        Host source = source(1);
        Host copy = copy("copy", source.address());
        await(() -> members(source) == 2 && members(copy) == 2);
        try (Journal journal = Journal.open(source.directory(), OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "held by both");
            await(() -> copy.acknowledged().size() == 1);
            source.close();
            append(appender, "held by one");
        }
        copy.node().order(member -> member.promote(Losses.REFUSED));
        awaitEvent(copy, MemberEvent.PROMOTED);
        try (Journal journal = Journal.open(copy.directory(), OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "of the new source");
        }
        Host former = host("source", source.address(), source.address(), List.of());
        String stopped = awaitEvent(former, MemberEvent.STOPPED);
        assertTrue(stopped.contains("reset it to set that aside"), stopped);
        assertEquals(List.of("held by both", "held by one"), former.texts());
        former.node().order(member -> member.reset());
        await(() -> hasAfterCut(former, "of the new source"));
        assertEquals(List.of("held by both", "of the new source"), former.texts());
        assertEquals(List.of("held by both", "held by one"), texts(scratch.resolve("source.cut-1"), ALL));
        await(() -> copy.acknowledged().size() == 2);
        close();
        assertSound(former.directory());
        assertSound(copy.directory());
    }

    @Test
    void aSourceWhoseMachineWentDownWaitsForItsPromotion() throws Exception {
        Path directory = scratch.resolve("source");
        UUID before = new UUID(1, 2);
        FaultInjector formerRun = new FaultInjector() {
            @Override
            public void reached(FailPoint point) {}

            @Override
            public UUID machineRun() {
                return before;
            }
        };
        try (Journal journal = Journal.open(directory, OPTIONS, formerRun);
                Appender appender = journal.appender()) {
            append(appender, "before");
        }
        HostPort address = freePort();
        Host source = again(found(host("source", address, address, List.of()), 0));
        assertFalse(source.isSource());
        assertEquals(Role.COPY, new FileMemberStore(directory).read().role());
        source.node().order(member -> member.promote(Losses.REFUSED));
        String refused = awaitEvent(source, MemberEvent.PROMOTION_FAILED);
        assertTrue(refused.contains("too few members have answered needed=1 whole=0"), refused);
        source.node().order(member -> member.promote(Losses.ACCEPTED));
        awaitEvent(source, MemberEvent.PROMOTED);
        try (Journal journal = Journal.open(directory, OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "after");
            await(() -> source.acknowledged().size() == 2);
        }
        assertEquals(List.of("before", "after"), source.texts());
    }
}
