package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.LogCapture;
import io.millrace.leaks.Tolerates;
import io.millrace.memory.Unclosed;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** A client that a program forgets while its threads connect again and again. */
@Tolerates(threads = ".*", files = ".*", because = "the client is never closed")
class UnclosedClientTest {

    private static WeakReference<MillraceClient> forgotten() {
        ClientOptions options = ClientOptions.at("tcp://127.0.0.1:1").withListeners(_ -> {}, _ -> {});
        MillraceClient.connect(options).close();
        return new WeakReference<>(MillraceClient.connect(options));
    }

    @Test
    @ExpectedLog("what=client where=tcp://127.0.0.1:1")
    void aForgottenClientIsReportedThoughItsThreadsLive() {
        String before = System.getProperty(Unclosed.PROPERTY);
        try (LogCapture said = LogCapture.of("io.millrace")) {
            System.setProperty(Unclosed.PROPERTY, "warn");
            WeakReference<MillraceClient> forgotten = forgotten();
            Await.until("the report of the client", () -> {
                System.gc();
                return said.count("what=client where=tcp://127.0.0.1:1") > 0;
            });
            assertNull(forgotten.get());
        } finally {
            System.setProperty(Unclosed.PROPERTY, before);
        }
    }
}
