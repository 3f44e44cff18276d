package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LinkTest {

    private static final HostPort ANY_PORT = HostPort.parse("0");
    private static final Connector.Pauses QUICK = new Connector.Pauses(Duration.ofMillis(1), Duration.ofMillis(20));

    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final LinkOptions options = LinkOptions.defaults().withErrorHandler(errors::add);

    static void echo(Link link) {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        while (link.read(buffer) >= 0) {
            link.establish();
            link.write(buffer.flip());
            buffer.clear();
        }
    }

    static String ask(Link link, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int half = bytes.length / 2;
        link.write(ByteBuffer.wrap(bytes, 0, half), ByteBuffer.wrap(bytes, half, bytes.length - half));
        ByteBuffer answer = ByteBuffer.allocate(bytes.length);
        link.readFully(answer);
        link.establish();
        return new String(answer.array(), StandardCharsets.UTF_8);
    }

    @Test
    void bytesTravelBothWays() throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        try (Listener listener = Listener.start(ANY_PORT, options, LinkTest::echo);
                Connector _ = Connector.start(List.of(listener.address()), options, QUICK, link -> {
                    answers.add(ask(link, "a message of some length"));
                    answers.add(ask(link, "another"));
                    assertEquals(31, link.sentBytes());
                    assertEquals(31, link.receivedBytes());
                })) {
            assertEquals("a message of some length", answers.take());
            assertEquals("another", answers.take());
        }
    }

    @Test
    void aConnectorReturnsToAListenerThatWasAway() throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        HostPort address;
        Connector connector;
        try (Listener listener = Listener.start(ANY_PORT, options, LinkTest::echo)) {
            address = listener.address();
            connector = Connector.start(List.of(address), options, QUICK, link -> {
                most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                try {
                    answers.add(ask(link, "hello"));
                    echo(link);
                } finally {
                    atOnce.decrementAndGet();
                }
            });
            assertEquals("hello", answers.take());
        }
        try (connector) {
            for (int restart = 0; restart < 3; restart++) {
                answers.clear(); // before the connector can return: each link asks once
                try (Listener _ = Listener.start(address, options, LinkTest::echo)) {
                    assertEquals("hello", answers.take());
                }
            }
        }
        assertEquals(1, most.get(), "links at the same time");
    }

    @Test
    void aConnectorTriesEachOfItsAddresses() throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        HostPort free;
        try (Listener listener = Listener.start(ANY_PORT, options, LinkTest::echo)) {
            free = listener.address();
        }
        try (Listener listener = Listener.start(ANY_PORT, options, LinkTest::echo);
                Connector _ = Connector.start(
                        List.of(free, listener.address()), options, QUICK, link -> answers.add(ask(link, "hello")))) {
            assertEquals("hello", answers.take());
        }
        assertTrue(errors.take().getMessage().startsWith("cannot connect address=" + free));
    }

    @Test
    void connectionsAboveTheLimitAreClosedAndCounted() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        LinkOptions two = options.withMaxLinks(2);
        try (Listener listener = Listener.start(ANY_PORT, two, LinkTest::echo);
                Connector _ = holding(listener, done);
                Connector _ = holding(listener, done)) {
            Await.until("the listener has both links", () -> listener.links() >= 2);
            BlockingQueue<String> ends = new LinkedBlockingQueue<>();
            try (Connector _ = Connector.start(List.of(listener.address()), options, QUICK, link -> {
                ends.add(link.read(ByteBuffer.allocate(1)) < 0 ? "closed" : "open");
            })) {
                assertEquals("closed", ends.take());
            }
            assertTrue(listener.refused() >= 1);
            assertEquals(2, listener.accepted());
            done.countDown();
        }
    }

    @Test
    void aThreadServesOneLinkAfterTheOtherWhileOthersAreOpen() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        CountDownLatch done = new CountDownLatch(1);
        LinkHandler handler = link -> {
            threads.add(Thread.currentThread());
            echo(link);
        };
        try (Listener listener = Listener.start(ANY_PORT, options, handler);
                Connector _ = holding(listener, done)) {
            Await.until("the listener has the link", () -> listener.links() >= 1);
            try (Connector _ = Connector.start(
                    List.of(listener.address()), options, QUICK, link -> answers.add(ask(link, "hello")))) {
                for (int i = 0; i < 50; i++) {
                    assertEquals("hello", answers.take());
                }
            }
            assertTrue(listener.accepted() > 50, "accepted=" + listener.accepted());
            assertTrue(threads.size() < 10, "threads=" + threads.size());
            done.countDown();
        }
    }

    /** A burst of links needs a thread each; those that are not needed any more end. */
    @Test
    void threadsOfABurstOfLinksEnd() throws Exception {
        CountDownLatch all = new CountDownLatch(30);
        CountDownLatch done = new CountDownLatch(1);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        LinkHandler handler = link -> {
            threads.add(Thread.currentThread());
            all.countDown();
            done.await();
        };
        List<Connector> connectors = new ArrayList<>();
        try (Listener listener = Listener.start(ANY_PORT, options, handler)) {
            for (int i = 0; i < 30; i++) {
                connectors.add(Connector.start(List.of(listener.address()), options, QUICK, LinkTest::echo));
            }
            all.await();
            assertEquals(30, threads.size());
            connectors.forEach(Connector::close);
            done.countDown();
            Await.until(
                    "threads that are not needed any more end",
                    () -> threads.stream().filter(Thread::isAlive).count() <= 8,
                    () -> "threads=" + threads);
        }
    }

    private Connector holding(Listener listener, CountDownLatch done) {
        return Connector.start(List.of(listener.address()), options, QUICK, link -> {
            ask(link, "hello");
            done.await();
        });
    }

    @Test
    void aStrangerThatSaysNothingIsClosed() throws Exception {
        LinkOptions strict = options.withFirstMessageWithin(Duration.ofMillis(20));
        BlockingQueue<Integer> ends = new LinkedBlockingQueue<>();
        try (Listener listener = Listener.start(ANY_PORT, strict, LinkTest::echo);
                Connector _ = Connector.start(
                        List.of(listener.address()),
                        options,
                        QUICK,
                        link -> ends.add(link.read(ByteBuffer.allocate(1))))) {
            assertEquals(-1, ends.take());
            assertTrue(errors.take()
                    .getMessage()
                    .contains("the peer sent no valid message in time firstMessageWithin=PT0.02S"));
        }
    }

    /** OpenHFT/Chronicle-Network#219: what a side sends must not keep a dead peer alive. */
    @Test
    void sendingKeepsNoSilentPeerAlive() throws Exception {
        LinkOptions strict = options.withDeadAfter(Duration.ofMillis(50));
        CountDownLatch done = new CountDownLatch(1);
        try (Listener listener = Listener.start(ANY_PORT, strict, link -> {
            link.establish();
            while (true) {
                link.write(ByteBuffer.allocate(1));
                Thread.onSpinWait();
            }
        })) {
            try (Connector _ = Connector.start(List.of(listener.address()), options, QUICK, link -> {
                ByteBuffer bytes = ByteBuffer.allocate(1 << 10);
                while (link.read(bytes.clear()) >= 0) {
                    Thread.onSpinWait();
                }
                done.await();
            })) {
                assertTrue(errors.take()
                        .getMessage()
                        .contains("reason=nothing was received for too long deadAfter=PT0.05S"));
                done.countDown();
            }
        }
    }

    @Test
    void aPeerThatDoesNotReadEndsTheWrite() throws Exception {
        LinkOptions strict = options.withDeadAfter(Duration.ofMillis(100));
        CountDownLatch done = new CountDownLatch(1);
        BlockingQueue<Throwable> stopped = new LinkedBlockingQueue<>();
        try (Listener listener = Listener.start(ANY_PORT, options, link -> {
            link.establish();
            done.await();
        })) {
            try (Connector _ =
                    Connector.start(List.of(listener.address()), strict.withErrorHandler(stopped::add), QUICK, link -> {
                        link.establish();
                        while (true) {
                            link.write(ByteBuffer.allocate(1 << 16));
                        }
                    })) {
                String message = stopped.take().getMessage();
                assertTrue(message.startsWith("cannot write link peer=" + listener.address()), message);
                done.countDown();
            }
        }
    }

    @Test
    void anErrorOfAHandlerEndsItsLinkAlone() throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        AtomicInteger links = new AtomicInteger();
        LinkHandler handler = link -> {
            if (links.getAndIncrement() == 0) {
                throw new StackOverflowError("of the test");
            }
            echo(link);
        };
        try (Listener listener = Listener.start(ANY_PORT, options, handler);
                Connector _ = Connector.start(
                        List.of(listener.address()), options, QUICK, link -> answers.add(ask(link, "hello")))) {
            assertEquals("hello", answers.take());
            assertTrue(errors.stream()
                    .anyMatch(error -> error.getMessage()
                            .equals("the handler of a link failed reason=java.lang.StackOverflowError: of the test")));
        }
    }

    @Test
    void aPortInUseIsNamed() {
        try (Listener listener = Listener.start(ANY_PORT, options, LinkTest::echo)) {
            String message = assertThrows(
                            NetException.class, () -> Listener.start(listener.address(), options, LinkTest::echo))
                    .getMessage();
            assertEquals("cannot listen address=" + listener.address() + " reason=Address already in use", message);
        }
    }

    @Test
    void plainTcpBeyondLoopbackMustBeAllowed() {
        String message = assertThrows(
                        NetException.class, () -> Listener.start(HostPort.parse("0.0.0.0:0"), options, LinkTest::echo))
                .getMessage();
        assertEquals(
                "plain TCP beyond loopback must be allowed; give certificates, or allow it address=0.0.0.0:0", message);
        LinkOptions allowed = options.withPlain(LinkOptions.Plain.EVERYWHERE);
        Listener.start(HostPort.parse("0.0.0.0:0"), allowed, LinkTest::echo).close();
    }

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    @Test
    void eachAddressOfANameIsTried() {
        try (Listener listener = Listener.start(ANY_PORT, options, LinkTest::echo)) {
            int port = listener.address().port();
            HostPort name = new HostPort("two.example", port);
            InetSocketAddress refuses = at("127.0.0.2", port); // the listener is at 127.0.0.1 alone
            LinkWatch watch = LinkWatch.start(options, "test");
            try (Link link =
                    LinkSockets.connect(_ -> true, name, List.of(refuses, at("127.0.0.1", port)), options, watch)) {
                assertEquals("hello", ask(link, "hello"));
            }
            NetException both = assertThrows(
                    NetException.class,
                    () -> LinkSockets.connect(_ -> true, name, List.of(refuses, refuses), options, watch));
            assertEquals(
                    "cannot connect address=two.example:" + port + " of=127.0.0.2 reason=Connection refused",
                    both.getMessage());
            assertEquals(1, both.getSuppressed().length);
            watch.close();
        }
    }

    @Test
    void addressesAreReadAndWritten() {
        assertEquals(new HostPort("127.0.0.1", 7000), HostPort.parse("7000"));
        assertEquals("db.example:7", HostPort.parse("db.example:7").toString());
        assertEquals("[::1]:7000", HostPort.parse("[::1]:7000").toString());
        for (String wrong : List.of("", "host:", "host:70000", "::1:7000", ":7", "host:x")) {
            String message = assertThrows(NetException.class, () -> HostPort.parse(wrong), wrong)
                    .getMessage();
            assertTrue(message.startsWith("an "), message);
        }
        String unknown = assertThrows(
                        NetException.class,
                        () -> HostPort.parse("no-such-host.invalid:7").resolveAll())
                .getMessage();
        assertEquals("host is not known host=no-such-host.invalid address=no-such-host.invalid:7", unknown);
    }
}
