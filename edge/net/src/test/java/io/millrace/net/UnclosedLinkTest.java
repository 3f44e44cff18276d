package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.LogCapture;
import io.millrace.leaks.Tolerates;
import io.millrace.memory.Unclosed;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Connectors and listeners that a program forgets while their threads continue. */
@Tolerates(threads = ".*", files = ".*", because = "they are never closed")
class UnclosedLinkTest {

    private static final LinkOptions OPTIONS = LinkOptions.defaults().withErrorHandler(_ -> {});
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);

    private static Connector connector() {
        return Connector.start(
                List.of(NOBODY),
                OPTIONS,
                new Connector.Pauses(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                Link::close);
    }

    @Test
    @ExpectedLog("what=connector where=[127.0.0.1:1]")
    void aForgottenConnectorIsReportedThoughItsThreadLives() {
        awaitReport("what=connector where=[127.0.0.1:1]", () -> {
            connector().close();
            return new WeakReference<>(connector());
        });
    }

    @Test
    @ExpectedLog("what=listener where=127.0.0.1:")
    void aForgottenListenerIsReportedThoughItsThreadsLive() throws Exception {
        AtomicReference<HostPort> address = new AtomicReference<>();
        awaitReport("what=listener where=127.0.0.1:", () -> {
            Listener listener =
                    Listener.start(HostPort.parse("0"), OPTIONS, link -> link.write(ByteBuffer.wrap(new byte[] {7})));
            address.set(listener.address());
            return new WeakReference<>(listener);
        });
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), address.get().port())) {
            assertEquals(7, socket.getInputStream().read(), "the report ends nothing");
        }
    }

    private static void awaitReport(String text, Supplier<WeakReference<?>> forget) {
        String before = System.getProperty(Unclosed.PROPERTY);
        assertFalse(before.isEmpty(), "the leak checks say what is reported");
        try (LogCapture said = LogCapture.of("io.millrace")) {
            System.setProperty(Unclosed.PROPERTY, "warn");
            WeakReference<?> forgotten = forget.get();
            Await.until("what was forgotten is reported", () -> {
                System.gc();
                return said.count(text) > 0;
            });
            assertNull(forgotten.get());
            assertEquals(1, said.count(text));
        } finally {
            System.setProperty(Unclosed.PROPERTY, before);
        }
    }
}
