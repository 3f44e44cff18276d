package io.millrace.leaks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** LeakCheck watches these tests: each uses what makes the JDK or JUnit start threads of their own, and must pass. */
@Tag("process")
class JvmThreadsTest {

    @Test
    void virtualThreadsAndTheirCarriersAreNoLeak() throws InterruptedException {
        Thread virtual = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(Duration.ofMillis(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertTrue(virtual.join(Duration.ofSeconds(60)));
    }

    @Test
    void aVirtualThreadThatWaitsForASocketIsNoLeak() throws Exception {
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            Thread virtual = Thread.ofVirtual().start(() -> {
                try (SocketChannel accepted = server.accept()) {
                    accepted.write(ByteBuffer.wrap(new byte[] {7}));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                assertEquals(1, client.read(ByteBuffer.allocate(1)));
            }
            assertTrue(virtual.join(Duration.ofSeconds(60)));
        }
    }

    @Test
    void theCommonPoolAndItsTimerAreNoLeak() {
        assertEquals(499_500, IntStream.range(0, 1000).parallel().sum());
        CompletableFuture<Integer> never = new CompletableFuture<>();
        assertEquals(7, never.completeOnTimeout(7, 10, TimeUnit.MILLISECONDS).join());
    }

    @Test
    void theReaperOfAChildProcessIsNoLeak() throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        Process child = new ProcessBuilder(java, "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, child.waitFor());
    }

    @Test
    @Timeout(60)
    void theTimerOfATimeoutIsNoLeak() {
        assertTrue(Thread.currentThread().isAlive());
    }

    @Test
    void aThreadWithTheNameOfACarrierIsNotTakenForOne() {
        assertFalse(JvmThreads.contains(new Thread("ForkJoinPool-1-worker-1")));
    }
}
