package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.net.HostPort;
import io.millrace.net.Link;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import io.millrace.server.SessionEnd;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What waits for a client over TCP that reads nothing. */
class TcpClientQueueTest {

    /** Held by the buffers of the system, at the most. */
    private static final int SYSTEM_BYTES = 16 << 20;

    private static final int BOUND = 32 << 20;

    private final AtomicInteger written = new AtomicInteger();

    /** Sends messages until the connection has ended, and returns how many. */
    private int sendUntilEnded(int bytes, int most) throws Exception {
        CompletableFuture<Integer> sent = new CompletableFuture<>();
        CountDownLatch isOver = new CountDownLatch(1);
        try (Listener listener = Listener.start(
                        HostPort.parse("127.0.0.1:0"),
                        LinkOptions.defaults(),
                        link -> serve(link, ByteBuffer.allocate(bytes), most, sent, isOver));
                Socket _ = new Socket(
                        InetAddress.getLoopbackAddress(), listener.address().port())) {
            int count = sent.get(60, TimeUnit.SECONDS);
            isOver.countDown();
            return count;
        }
    }

    private void serve(Link link, ByteBuffer message, int most, CompletableFuture<Integer> sent, CountDownLatch isOver)
            throws InterruptedException {
        link.establish();
        TcpClient client = new TcpClient(link, "", ClientLimits.defaults());
        client.start();
        int count = 0;
        while (client.isOpen() && count < most) {
            client.send(message, written::incrementAndGet);
            count++;
        }
        assertEquals(client.isOpen(), !link.isClosed(), "no last word waits with the others");
        sent.complete(client.isOpen() ? most : count);
        isOver.await();
        client.close(SessionEnd.policy("the test is over"));
        link.close();
        client.finish(new CountDownLatch(0));
    }

    @Test
    void moreThan32MiBEndTheConnection() throws Exception {
        int bytes = 1 << 20;
        int count = sendUntilEnded(bytes, 4_000);
        assertTrue(count > BOUND / bytes, "so much may wait count=" + count);
        assertTrue(count <= (BOUND + SYSTEM_BYTES) / bytes + 2, "the connection ends at once count=" + count);
        assertFalse(written.get() > SYSTEM_BYTES / bytes, "written=" + written.get());
    }

    @Test
    void moreThan4096MessagesEndTheConnection() throws Exception {
        int bytes = 4_096;
        int count = sendUntilEnded(bytes, 1_000_000);
        assertTrue(count > 4_096, "so many may wait count=" + count);
        assertTrue(count <= 4_096 + SYSTEM_BYTES / bytes + 2, "the connection ends at once count=" + count);
    }
}
