package io.millrace.fix.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.peers.FixPeer;
import io.millrace.fix.peers.QuickFixPeer;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.CuttingProxy;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Lane;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.SessionID;

/**
 * An acceptor is killed at any moment and started again on its journal, while QuickFIX/J sends it orders over
 * connections that are cut: each order comes back once and in its order, and neither side complains.
 */
@Tag("process")
@Tag("proof")
@Tolerates(
        threads = {"QFJ Timer", "SocketConnector-.*", "NioProcessor-.*"},
        because = "QuickFIX/J ends them later or never")
class KillTest {

    private static final Pattern READY = Pattern.compile("ready port=(\\d+)");

    @TempDir
    private Path directory;

    /** The numbers of the orders that came back, in their order. */
    private final List<String> received = new CopyOnWriteArrayList<>();

    @Test
    void nothingIsLostRepeatedOrReordered() throws Exception {
        int rounds = Lane.rounds(2);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (InputStream in = getClass().getResourceAsStream("/FIX44.xml")) {
            Files.copy(in, directory.resolve("FIX44.xml"));
        }
        AtomicInteger sent = new AtomicInteger();
        TestProcess acceptor = start();
        try (CuttingProxy proxy = CuttingProxy.start(port(acceptor), seed, 1 << 20);
                QuickFixPeer counterparty = counterparty(proxy.port())) {
            Thread orders = Thread.ofPlatform().name("orders").start(() -> send(counterparty, sent));
            for (int round = 0; round < rounds; round++) {
                int more = received.size() + 50 + random.nextInt(500);
                Await.until("orders of round " + round, () -> received.size() >= more);
                acceptor.kill();
                acceptor.close();
                acceptor = start();
                proxy.to(port(acceptor));
            }
            proxy.heal();
            orders.interrupt();
            orders.join();
            Await.until(
                    "all orders",
                    () -> received.size() >= sent.get(),
                    () -> "seed=" + seed + " sent=" + sent + " received=" + received.size() + " complaints="
                            + counterparty.complaints());
            List<String> expected = IntStream.rangeClosed(1, sent.get())
                    .mapToObj(Integer::toString)
                    .toList();
            assertEquals(expected, received, "seed=" + seed);
            assertEquals(List.of(), counterparty.complaints(), "seed=" + seed);
            assertTrue(sent.get() > rounds * 50, "sent=" + sent);
        } finally {
            acceptor.kill();
            acceptor.close();
        }
    }

    private QuickFixPeer counterparty(int port) {
        return QuickFixPeer.start(
                new SessionID("FIX.4.4", "TW", "ISLD"),
                FixPeer.Role.INITIATOR,
                port,
                null,
                message -> received.add(message.getString(11)));
    }

    /** Sends orders until it is interrupted, about a thousand a second. */
    private static void send(QuickFixPeer counterparty, AtomicInteger sent) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                counterparty.sendOrder(sent.get() + 1);
                sent.incrementAndGet();
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private TestProcess start() throws IOException {
        return JavaCommand.millrace(
                        "fix",
                        "acceptor",
                        "--port",
                        "0",
                        "--dictionaries",
                        directory.toString(),
                        "--data",
                        directory.resolve("data").toString())
                .start(directory);
    }

    private static int port(TestProcess acceptor) {
        return Integer.parseInt(acceptor.await(READY));
    }
}
