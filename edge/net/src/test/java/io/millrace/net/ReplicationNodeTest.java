package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.replication.Losses;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.Message;
import io.millrace.replication.MessageCodec;
import io.millrace.replication.MissingPolicy;
import io.millrace.replication.ReplicationException;
import io.millrace.replication.RunEnd;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The protocol on real sockets; the logs are in memory. */
class ReplicationNodeTest {

    private static final MissingPolicy WAIT = new MissingPolicy.Wait(1_000_000_000);
    private static final long MS_NS = 1_000_000;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final LinkOptions links = LinkOptions.defaults().withErrorHandler(errors::add);

    /** A member with what it stands on. */
    private record Host(ReplicationNode node, MemoryLog log, BlockingQueue<String> events) {

        long append(String text) {
            long position = node.ask(_ -> log.append(text));
            node.appended();
            return position;
        }

        List<String> texts() {
            return node.ask(_ -> log.texts(Long.MAX_VALUE));
        }

        int members() {
            return node.ask(member -> member.state().configuration() == null
                    ? 0
                    : member.state().configuration().everyone().size());
        }

        List<String> acknowledged() {
            return node.ask(_ -> log.texts(log.certain()));
        }
    }

    /** Starts a member that listens at one address and is reached by others at another. */
    private Host host(String name, MemoryLog log, HostPort listen, HostPort address, List<String> seeds) {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        MemberOptions options = new MemberOptions(
                name,
                address.toString(),
                seeds,
                WAIT,
                20 * MS_NS,
                2_000 * MS_NS,
                2_000 * MS_NS,
                MS_NS,
                20 * MS_NS,
                256);
        ReplicationNode node = ReplicationNode.open(
                listen,
                links,
                options,
                log,
                new MemoryStore(name.hashCode()),
                (event, text) -> events.add(event + " " + text));
        open.add(node);
        return new Host(node, log, events);
    }

    private static HostPort freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new HostPort("127.0.0.1", socket.getLocalPort());
        }
    }

    private Host source(int count) throws Exception {
        HostPort address = freePort();
        Host source = host("source", MemoryLog.created(), address, address, List.of());
        source.node().order(member -> member.found(count, Durability.MAPPED));
        return source;
    }

    private Host copy(String name, Host source) throws Exception {
        return copy(name, source.node().address());
    }

    private Host copy(String name, HostPort source) throws Exception {
        HostPort address = freePort();
        return host(name, MemoryLog.empty(), address, address, List.of(source.toString()));
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.removeLast().close();
        }
    }

    @Test
    void aCopyGetsWhatTheSourceHasAndWhatItAppends() throws Exception {
        Host source = source(1);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            expected.add("message " + i);
            source.append("message " + i);
        }
        Host copy = copy("copy", source);
        await(() -> copy.texts().size() == 500);
        for (int i = 500; i < 1000; i++) {
            expected.add("message " + i);
            source.append("message " + i);
        }
        await(() -> source.acknowledged().size() == 1000);
        assertEquals(expected, copy.texts());
        await(() -> copy.acknowledged().size() == 1000);
    }

    @Test
    void nothingIsAcknowledgedWithoutACopy() throws Exception {
        Host source = source(1);
        source.append("alone");
        assertEquals(List.of(), source.acknowledged());
        Host copy = copy("copy", source);
        await(() -> source.acknowledged().size() == 1);
        assertEquals(List.of("alone"), copy.texts());
    }

    @Test
    void aLinkThatIsCutAtAnyByteLosesAndRepeatsNothing() throws Exception {
        long seed = System.nanoTime();
        HostPort behind = freePort();
        List<String> expected = new ArrayList<>();
        try (CuttingProxy proxy = new CuttingProxy(behind, seed, 4_000)) {
            Host source = host("source", MemoryLog.created(), behind, proxy.address(), List.of());
            source.node().order(member -> member.found(1, Durability.MAPPED));
            Host copy = copy("copy", proxy.address());
            for (int i = 0; i < 2000; i++) {
                expected.add("message " + i);
                source.append("message " + i);
            }
            await(() -> proxy.cuts() > 10 || copy.texts().size() == 2000);
            proxy.heal();
            await(() -> source.acknowledged().size() == 2000);
            assertEquals(expected, copy.texts(), "seed=" + seed);
            close(); // before the proxy
        }
    }

    @Test
    void aPromotedCopyHasEverythingAcknowledgedAndTheFormerSourceIsFenced() throws Exception {
        Host source = source(1);
        Host first = copy("first", source);
        Host second = copy("second", source);
        await(() -> first.node().ask(member -> member.isStreaming())
                && second.node().ask(member -> member.isStreaming())
                && source.members() == 3);
        source.append("before");
        await(() -> first.acknowledged().size() == 1 && second.acknowledged().size() == 1);

        first.node().order(member -> member.promote(Losses.REFUSED));
        await(() -> first.node().ask(member -> member.isSource()));
        await(() -> !source.node().ask(member -> member.isSource()));
        assertThrows(ReplicationException.class, () -> source.append("too late"));
        assertTrue(source.events().stream().anyMatch(event -> event.startsWith(MemberEvent.FENCED + " ")));

        first.append("after");
        await(() -> second.acknowledged().size() == 2 && source.acknowledged().size() == 2);
        assertEquals(List.of("before", "after"), source.texts());
        assertEquals(List.of("before", "after"), second.texts());
    }

    @Test
    void aPromotionThatCouldLoseMessagesIsRefused() throws Exception {
        Host source = source(1);
        Host first = copy("first", source);
        Host second = copy("second", source);
        await(() -> source.members() == 3 && first.members() == 3);
        second.node().close();
        source.node().close();
        first.node().order(member -> member.promote(Losses.REFUSED));
        String failed;
        do {
            failed = first.events().take();
        } while (!failed.startsWith(MemberEvent.PROMOTION_FAILED + " "));
        assertTrue(failed.contains("too few members have answered needed=2 whole=1 answered=first"), failed);
        boolean isSource = first.node().ask(member -> member.isSource());
        assertFalse(isSource);
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void framesThatWereNotAskedForTakeNoMemory() throws Exception {
        Host source = source(0);
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
            assertTrue(errors.take().getMessage().contains("unknown version of a message"));
        }
        long taken = directBytes() - before;
        assertTrue(taken < length / 2, () -> "bytes=" + taken);
    }

    @Test
    void rubbishEndsItsLinkAndTheSourceContinues() throws Exception {
        Host source = source(0);
        try (Socket stranger = new Socket(
                InetAddress.getLoopbackAddress(), source.node().address().port())) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String message = errors.take().getMessage();
            assertTrue(
                    message.startsWith("a message of a member is not valid peer=127.0.0.1:")
                            && message.contains("reason=unknown version of a message version="),
                    message);
        }
        source.append("still there");
        await(() -> source.acknowledged().size() == 1);
    }
}
