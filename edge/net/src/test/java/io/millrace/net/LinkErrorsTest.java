package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Listeners and connectors continue after refused connections, and after handlers that fail. */
class LinkErrorsTest {

    private static final HostPort ANY = new HostPort("127.0.0.1", 0);
    private static final Connector.Pauses SHORT = new Connector.Pauses(Duration.ofMillis(1), Duration.ofMillis(2));

    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final AtomicInteger served = new AtomicInteger();

    private static void readToTheEnd(Link link) {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        while (link.read(bytes.clear()) >= 0) {
            link.establish();
        }
    }

    private void fail(Link link) {
        served.incrementAndGet();
        throw new IllegalStateException("not served peer=" + link.peer().host());
    }

    private static boolean isAccepted(Listener listener, int count) {
        long before = listener.refused();
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), listener.address().port())) {
            Await.until(
                    "the connection is accepted or refused",
                    () -> listener.accepted() == count || listener.refused() > before);
            return listener.accepted() == count && socket.isConnected();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aRefusedConnectionDoesNotCountForALaterOne() throws IOException {
        LinkOptions one = LinkOptions.defaults().withMaxLinks(1);
        try (Listener listener = Listener.start(ANY, one, LinkErrorsTest::readToTheEnd)) {
            try (Socket first = new Socket(
                    InetAddress.getLoopbackAddress(), listener.address().port())) {
                Await.until("the listener has the link", () -> listener.links() == 1);
                for (int refused = 1; refused <= 3; refused++) {
                    try (Socket next = new Socket(
                            InetAddress.getLoopbackAddress(), listener.address().port())) {
                        int count = refused;
                        Await.until("connection " + count + " is refused", () -> listener.refused() == count);
                        assertEquals(-1, next.getInputStream().read());
                    }
                }
                assertTrue(first.isConnected());
            }
            Await.until("there is space for a connection", () -> isAccepted(listener, 2));
        }
    }

    @Test
    void aConnectorTriesAgainAndAgainAndReportsOneErrorOnce() {
        LinkOptions quiet = LinkOptions.defaults().withErrorHandler(_ -> {});
        LinkOptions told = LinkOptions.defaults().withErrorHandler(error -> errors.add(error.getMessage()));
        try (Listener listener = Listener.start(ANY, quiet, LinkErrorsTest::readToTheEnd);
                Connector connector = Connector.start(List.of(listener.address()), told, SHORT, this::fail)) {
            Await.until("40 links have been tried", () -> served.get() >= 40, () -> "served=" + served);
            assertEquals("not served peer=127.0.0.1", connector.lastError());
        }
        assertEquals(List.of("not served peer=127.0.0.1"), errors);
    }

    @Test
    @ExpectedLog("the error handler of a connector failed")
    void aConnectorWhoseErrorHandlerThrowsTriesAgain() {
        LinkOptions quiet = LinkOptions.defaults().withErrorHandler(_ -> {});
        LinkOptions broken = LinkOptions.defaults().withErrorHandler(_ -> {
            throw new AssertionError("the handler is broken");
        });
        try (Listener listener = Listener.start(ANY, quiet, LinkErrorsTest::readToTheEnd);
                Connector _ = Connector.start(List.of(listener.address()), broken, SHORT, this::fail)) {
            Await.until("3 links have been tried", () -> served.get() >= 3, () -> "served=" + served);
        }
    }

    @Test
    @ExpectedLog("the error handler of a listener failed")
    void aListenerWhoseErrorHandlerThrowsServesTheNext() throws IOException {
        LinkOptions broken = LinkOptions.defaults().withErrorHandler(_ -> {
            throw new AssertionError("the handler is broken");
        });
        try (Listener listener = Listener.start(ANY, broken, this::fail)) {
            for (int count = 1; count <= 3; count++) {
                int wanted = count;
                try (Socket _ = new Socket(
                        InetAddress.getLoopbackAddress(), listener.address().port())) {
                    Await.until(wanted + " links are served", () -> served.get() == wanted, () -> "served=" + served);
                }
            }
        }
    }
}
