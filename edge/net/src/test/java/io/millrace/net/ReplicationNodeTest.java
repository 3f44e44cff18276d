package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.CuttingProxy;
import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.replication.Losses;
import io.millrace.replication.Member;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberState;
import io.millrace.replication.Message;
import io.millrace.replication.MessageCodec;
import io.millrace.replication.ReplicationException;
import io.millrace.replication.RunEnd;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The protocol on real sockets; the logs are in memory. */
class ReplicationNodeTest {

    private final Members members = new Members(256);

    private static long append(TestMember<MemoryLog> member, String text) {
        long position = member.node().ask(_ -> member.log().append(text));
        member.node().appended();
        return position;
    }

    private static List<String> texts(TestMember<MemoryLog> member) {
        return member.node().ask(_ -> member.log().texts(Long.MAX_VALUE));
    }

    private static List<String> acknowledged(TestMember<MemoryLog> member) {
        return member.node().ask(_ -> member.log().texts(member.log().certain()));
    }

    /** Starts a member that listens at one address and is reached by others at another. */
    private TestMember<MemoryLog> member(
            String name, MemoryLog log, HostPort listen, HostPort address, List<String> seeds) {
        return members.start(listen, members.options(name, address, seeds), log, new MemoryStore(name.hashCode()));
    }

    private TestMember<MemoryLog> source(int count) {
        HostPort address = Members.freePort();
        TestMember<MemoryLog> source = member("source", MemoryLog.created(), address, address, List.of());
        source.node().order(member -> member.found(count, Durability.MAPPED));
        return source;
    }

    private TestMember<MemoryLog> copy(String name, TestMember<MemoryLog> source) {
        return copy(name, source.address());
    }

    private TestMember<MemoryLog> copy(String name, HostPort source) {
        HostPort address = Members.freePort();
        return member(name, MemoryLog.empty(), address, address, List.of(source.toString()));
    }

    @AfterEach
    void close() throws Exception {
        members.close();
    }

    @Test
    void aCopyGetsWhatTheSourceHasAndWhatItAppends() throws Exception {
        TestMember<MemoryLog> source = source(1);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            expected.add("message " + i);
            append(source, "message " + i);
        }
        TestMember<MemoryLog> copy = copy("copy", source);
        Await.until(
                "the copy has 500 messages",
                () -> texts(copy).size() == 500,
                () -> "messages=" + texts(copy).size());
        for (int i = 500; i < 1000; i++) {
            expected.add("message " + i);
            append(source, "message " + i);
        }
        Await.until(
                "1000 messages are acknowledged at the source",
                () -> acknowledged(source).size() == 1000,
                () -> "acknowledged=" + acknowledged(source).size());
        assertEquals(expected, texts(copy));
        Await.until(
                "1000 messages are acknowledged at the copy",
                () -> acknowledged(copy).size() == 1000,
                () -> "acknowledged=" + acknowledged(copy).size());
    }

    @Test
    void nothingIsAcknowledgedWithoutACopy() throws Exception {
        TestMember<MemoryLog> source = source(1);
        append(source, "alone");
        assertEquals(List.of(), acknowledged(source));
        TestMember<MemoryLog> copy = copy("copy", source);
        Await.until(
                "one message is acknowledged at the source",
                () -> acknowledged(source).size() == 1,
                () -> "acknowledged=" + acknowledged(source).size());
        assertEquals(List.of("alone"), texts(copy));
    }

    @Test
    void anAddressThatEndsEachLinkAtOnceKeepsNoCopyFromTheNextOne() throws Exception {
        TestMember<MemoryLog> source = source(1);
        append(source, "one");
        ServerSocket gone = new ServerSocket(0, 0, InetAddress.getLoopbackAddress()); // of a proxy, say
        AtomicInteger links = new AtomicInteger();
        Thread ending = Thread.ofPlatform().start(() -> endEachLink(gone, links));
        try (gone) {
            String first = new HostPort("127.0.0.1", gone.getLocalPort()).toString();
            for (int i = 0; i < 5; i++) { // the first one takes longer, since it loads classes
                HostPort address = Members.freePort();
                TestMember<MemoryLog> copy = member(
                        "copy " + i,
                        MemoryLog.empty(),
                        address,
                        address,
                        List.of(first, source.address().toString()));
                Await.until(
                        "the copy has only the first message",
                        () -> texts(copy).equals(List.of("one")),
                        () -> "texts=" + texts(copy));
            }
        }
        ending.join();
        assertTrue(links.get() <= 10, () -> "tried again before the next one links=" + links);
    }

    private static void endEachLink(ServerSocket server, AtomicInteger links) {
        while (!server.isClosed()) {
            try {
                server.accept().close();
                links.incrementAndGet();
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }

    @Test
    void aLinkThatIsCutAtAnyByteLosesAndRepeatsNothing() throws Exception {
        long seed = System.nanoTime();
        HostPort behind = Members.freePort();
        List<String> expected = new ArrayList<>();
        try (CuttingProxy proxy = CuttingProxy.start(behind.port(), seed, 4_000)) {
            TestMember<MemoryLog> source = member("source", MemoryLog.created(), behind, Members.at(proxy), List.of());
            source.node().order(member -> member.found(1, Durability.MAPPED));
            TestMember<MemoryLog> copy = copy("copy", Members.at(proxy));
            for (int i = 0; i < 2000; i++) {
                expected.add("message " + i);
                append(source, "message " + i);
            }
            Await.until(
                    "ten cuts, or the copy has all messages",
                    () -> proxy.cuts() > 10 || texts(copy).size() == 2000,
                    () -> "cuts=" + proxy.cuts() + " messages=" + texts(copy).size());
            proxy.heal();
            Await.until(
                    "2000 messages are acknowledged at the source",
                    () -> acknowledged(source).size() == 2000,
                    () -> "acknowledged=" + acknowledged(source).size());
            assertEquals(expected, texts(copy), "seed=" + seed);
            close(); // before the proxy
        }
    }

    @Test
    void aPromotedCopyHasEverythingAcknowledgedAndTheFormerSourceIsFenced() throws Exception {
        TestMember<MemoryLog> source = source(1);
        TestMember<MemoryLog> first = copy("first", source);
        TestMember<MemoryLog> second = copy("second", source);
        Await.until(
                "the first copy is streaming and the second copy is streaming and the source knows 3 members",
                () -> first.isStreaming() && second.isStreaming() && source.members() == 3);
        append(source, "before");
        Await.until(
                "one message is acknowledged at the first copy and one message is acknowledged at the second copy",
                () -> acknowledged(first).size() == 1 && acknowledged(second).size() == 1);

        first.node().order(member -> member.promote(Losses.REFUSED));
        Await.until("the first copy is the source", () -> first.isSource());
        Await.until("the source is not the source any more", () -> !source.isSource());
        assertThrows(ReplicationException.class, () -> append(source, "too late"));
        assertTrue(source.events().stream().anyMatch(event -> event.startsWith(MemberEvent.FENCED + " ")));

        append(first, "after");
        Await.until(
                "2 messages are acknowledged at the second copy and 2 messages are acknowledged at the source",
                () -> acknowledged(second).size() == 2 && acknowledged(source).size() == 2);
        assertEquals(List.of("before", "after"), texts(source));
        assertEquals(List.of("before", "after"), texts(second));
    }

    @Test
    void aPromotionThatCouldLoseMessagesIsRefused() throws Exception {
        TestMember<MemoryLog> source = source(1);
        TestMember<MemoryLog> first = copy("first", source);
        TestMember<MemoryLog> second = copy("second", source);
        Await.until(
                "the source knows 3 members and the first copy knows 3 members",
                () -> source.members() == 3 && first.members() == 3);
        second.node().close();
        source.node().close();
        first.node().order(member -> member.promote(Losses.REFUSED));
        String failed = first.await(MemberEvent.PROMOTION_FAILED);
        assertTrue(failed.contains("too few members have answered needed=2 whole=1 answered=first"), failed);
        assertFalse(first.isSource());
    }

    @Test
    void retentionKeepsWhatACopyLacksUpToABoundAndACopyBehindItBeginsAnew() throws Exception {
        HostPort address = Members.freePort();
        MemoryLog log = MemoryLog.created();
        log.keep(2, 10);
        TestMember<MemoryLog> source = member("source", log, address, address, List.of());
        source.node().order(member -> member.found(0, Durability.MAPPED));
        TestMember<MemoryLog> copy = copy("copy", source);
        Await.until(
                "the source knows 2 members and the copy knows 2 members",
                () -> source.members() == 2 && copy.members() == 2);
        append(source, "first");
        Await.until(
                "the copy has one message",
                () -> texts(copy).size() == 1,
                () -> "messages=" + texts(copy).size());
        copy.close();
        String text = "-".repeat(1_000);
        for (int i = 0; i < 20; i++) { // less than ten segments
            append(source, text);
        }
        int before = source.node().ask(_ -> log.maintained());
        Await.until("the log of the source is maintained", () -> source.node().ask(_ -> log.maintained()) > before);
        assertEquals(21, texts(source).size());
        for (int i = 0; i < 60; i++) {
            append(source, text);
        }
        Await.until(
                "the first message is removed at the source",
                () -> !texts(source).getFirst().equals("first"));
        TestMember<MemoryLog> later =
                member("copy", copy.log(), copy.address(), copy.address(), List.of(address.toString()));
        String stopped = later.await(MemberEvent.STOPPED);
        assertTrue(stopped.contains("copy the journal from segment="), stopped);
        later.node().order(member -> member.reset());
        Await.until(
                "the later copy has what the source has",
                () -> texts(later).equals(texts(source)),
                () -> "later=" + texts(later).size() + " source="
                        + texts(source).size());
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void framesThatWereNotAskedForTakeNoMemory() throws Exception {
        TestMember<MemoryLog> source = source(0);
        int length = 64 << 20;
        ByteBuffer header = ByteBuffer.allocateDirect(MessageCodec.LONGEST_MESSAGE);
        MessageCodec.encode(new Message.Run(0, 1, length, RunEnd.ENDS), header);
        byte[] message = new byte[header.flip().remaining()];
        header.get(message);
        long before = directBytes();
        try (Socket stranger = new Socket(
                InetAddress.getLoopbackAddress(), source.node().address().port())) {
            stranger.getOutputStream().write(message);
            byte[] zeros = new byte[1 << 20];
            for (int sent = 0; sent < length; sent += zeros.length) {
                stranger.getOutputStream().write(zeros);
            }
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(members.errors().take().getMessage().contains("unknown version of a message"));
        }
        long taken = directBytes() - before;
        assertTrue(taken < length / 2, () -> "bytes=" + taken);
    }

    /** Sends a message of a member as a stranger. */
    private static void send(TestMember<MemoryLog> to, Message message) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(MessageCodec.LONGEST_MESSAGE);
        MessageCodec.encode(message, buffer);
        try (Socket stranger =
                new Socket(InetAddress.getLoopbackAddress(), to.node().address().port())) {
            stranger.getOutputStream().write(buffer.array(), 0, buffer.position());
            stranger.getInputStream().readAllBytes(); // until the other side has ended the link
        }
    }

    @Test
    void aRoundThatNoPromotionCanHaveIsRefusedAndTheSourceStaysOne() throws Exception {
        TestMember<MemoryLog> source = source(1);
        TestMember<MemoryLog> copy = copy("copy", source);
        Await.until(
                "the source knows 2 members and the copy knows 2 members",
                () -> source.members() == 2 && copy.members() == 2);
        for (TestMember<MemoryLog> member : List.of(source, copy)) {
            send(member, new Message.Promise(new Epoch(Long.MAX_VALUE, 31)));
            String closed = member.await(MemberEvent.LINK_CLOSED);
            assertTrue(closed.contains("too far above what was seen epoch=" + Long.MAX_VALUE + ".31"), closed);
        }
        assertTrue(source.isSource());
        append(source, "still acknowledged");
        Await.until(
                "one message is acknowledged at the source",
                () -> acknowledged(source).size() == 1,
                () -> "acknowledged=" + acknowledged(source).size());
        copy.node().order(member -> member.promote(Losses.REFUSED));
        Await.until("the copy is the source", copy::isSource);
        assertEquals(new Epoch(1, 1), copy.node().ask(member -> member.state().promised()));
    }

    @Test
    void aSourceThatHasLessThanItsCopyInItsEpochStopsAndTheCopyIsPromoted() throws Exception {
        TestMember<MemoryLog> source = source(1);
        TestMember<MemoryLog> copy = copy("copy", source);
        Await.until(
                "the source knows 2 members and the copy knows 2 members",
                () -> source.members() == 2 && copy.members() == 2);
        append(source, "one");
        append(source, "two");
        Await.until(
                "the copy has 2 messages",
                () -> texts(copy).size() == 2,
                () -> "messages=" + texts(copy).size());
        MemberState state = source.node().ask(member -> member.state());
        MemoryLog older = source.node().ask(_ -> source.log().upTo(1));
        source.close();
        MemoryStore store = new MemoryStore(1);
        store.write(state);
        TestMember<MemoryLog> restored =
                members.start(source.address(), members.options("source", source.address(), List.of()), older, store);
        String stopped = restored.await(MemberEvent.STOPPED);
        assertTrue(stopped.contains("the source has less than its copy in its own epoch"), stopped);
        assertTrue(stopped.contains("promote the copy, and reset nothing copy=copy"), stopped);
        assertThrows(ReplicationException.class, () -> append(restored, "another two"));
        assertTrue(copy.await(MemberEvent.STOPPED).contains("promote the copy"));
        copy.node().order(Member::reset); // which an operator may do all the same
        assertTrue(copy.await(MemberEvent.STOPPED).contains("promote the copy"));
        assertEquals(List.of("one", "two"), texts(copy), "nothing is set aside");
        copy.node().order(member -> member.promote(Losses.REFUSED));
        Await.until("the copy is the source", copy::isSource);
        Await.until(
                "the restored member has both messages",
                () -> texts(restored).equals(List.of("one", "two")),
                () -> "texts=" + texts(restored));
    }

    @Test
    void aCopyThatCannotWriteIsShownAsFailedAndFollowsLater() throws Exception {
        TestMember<MemoryLog> source = source(0);
        TestMember<MemoryLog> copy = copy("copy", source);
        Await.until(
                "the source knows 2 members and the copy is streaming",
                () -> source.members() == 2 && copy.isStreaming());
        copy.node().order(_ -> copy.log().setFull("no space left on device"));
        append(source, "does not fit");
        String failed = copy.await(MemberEvent.FAILED);
        assertTrue(failed.contains("no space left on device from=" + source.address()), failed);
        assertEquals(
                "no space left on device from=" + source.address(), copy.node().<String>ask(Member::failure));
        copy.node().order(_ -> copy.log().setFull(null));
        Await.until(
                "the copy has the message that did not fit",
                () -> texts(copy).equals(List.of("does not fit")),
                () -> "texts=" + texts(copy));
        copy.await(MemberEvent.RECOVERED);
        assertNull(copy.node().<String>ask(Member::failure));
        assertTrue(copy.events().stream().noneMatch(event -> event.startsWith(MemberEvent.FAILED + " ")), "told once");
    }

    @Test
    void aMemberWithoutSpaceForASegmentAsksNobodyToFollowIt() throws Exception {
        TestMember<MemoryLog> source = source(1);
        TestMember<MemoryLog> copy = copy("copy", source);
        Await.until(
                "the source knows 2 members and the copy knows 2 members",
                () -> source.members() == 2 && copy.members() == 2);
        copy.node().order(_ -> copy.log().setFull("no space left on device"));
        copy.node().order(member -> member.promote(Losses.REFUSED));
        String failed = copy.await(MemberEvent.PROMOTION_FAILED);
        assertTrue(failed.contains("the new epoch has no space here: no space left on device"), failed);
        assertTrue(source.isSource());
        assertEquals(Epoch.FIRST, source.node().ask(member -> member.state().promised()));
        copy.node().order(_ -> copy.log().setFull(null));
        append(source, "acknowledged");
        Await.until(
                "one message is acknowledged at the source",
                () -> acknowledged(source).size() == 1,
                () -> "acknowledged=" + acknowledged(source).size());
    }

    @Test
    void aChangeSaysForWhichMemberItWaits() throws Exception {
        TestMember<MemoryLog> source = source(1);
        TestMember<MemoryLog> first = copy("first", source);
        Await.until(
                "the source knows 2 members and the first copy is streaming",
                () -> source.members() == 2 && first.isStreaming());
        Await.until(
                "the configuration does not change any more",
                () -> source.node()
                        .ask(member -> !member.state().configuration().isChanging()));
        first.node().close();
        TestMember<MemoryLog> second = copy("second", source);
        Await.until(
                "the change waits for the first copy",
                () -> source.node().<List<String>>ask(Member::changeWaitsFor).equals(List.of("first")));
        source.node().order(member -> member.declareLost(1));
        Await.until(
                "the change waits for no member",
                () -> source.node().<List<String>>ask(Member::changeWaitsFor).isEmpty());
        Await.until("the second copy is streaming", second::isStreaming);
    }

    @Test
    void rubbishEndsItsLinkAndTheSourceContinues() throws Exception {
        TestMember<MemoryLog> source = source(0);
        try (Socket stranger = new Socket(
                InetAddress.getLoopbackAddress(), source.node().address().port())) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String message = members.errors().take().getMessage();
            assertTrue(
                    message.startsWith("a message of a member is not valid peer=127.0.0.1:")
                            && message.contains("reason=unknown version of a message version="),
                    message);
        }
        append(source, "still there");
        Await.until(
                "one message is acknowledged at the source",
                () -> acknowledged(source).size() == 1,
                () -> "acknowledged=" + acknowledged(source).size());
    }
}
