package io.millrace.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.SelfSignedCertificate;
import io.millrace.load.FailureReason;
import io.millrace.load.GivenOperation;
import io.millrace.load.Load;
import io.millrace.load.LoadObserver;
import io.millrace.load.LoadOptions;
import io.millrace.load.LoadResult;
import io.millrace.load.Mode;
import io.millrace.load.OperationSpec;
import io.millrace.load.Target;
import io.millrace.load.TargetSession;
import io.millrace.load.Template;
import io.millrace.load.Workload;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.NanoClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a server does, each request is sent once and has one outcome, with its reason. */
@Tag("process")
class OddServerTest {
    private static final int REQUESTS = 60;
    private static final String OK = "HTTP/1.1 200 OK|Content-Length: 2||ok";

    private static LoadResult load(ScriptedServer server, Map<String, String> fields, String... options)
            throws Exception {
        LoadOptions closedLoop = LoadOptions.builder(Mode.THROUGHPUT)
                .lasting(0, 600_000_000_000L)
                .operations(REQUESTS)
                .inFlight(4)
                .recording(MachineRecording.OFF)
                .build();
        try (Target target = HttpTargetTest.target(server.url(), options)) {
            return new Load(closedLoop, Workload.of("get", fields), target, NanoClock.system()).run(LoadObserver.NONE);
        }
    }

    private static void assertBooks(LoadResult result, long failed) {
        assertEquals(REQUESTS, result.due(), result::toString);
        assertEquals(failed, result.failed(), () -> result.reasons().toString());
        assertEquals(REQUESTS - failed, result.completed());
        assertEquals(0, result.unmatched());
        assertEquals(failed, result.failedTimes().service().getTotalCount());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "4~ HTTP/1.1 200 OK|Content-Length: 2||ok",
                "4~ HTTP/1.1 200 OK|Transfer-Encoding: chunked||1;a=b|o|1|k|0|T: t||",
                "4~ HTTP/1.0 200 OK|Connection: Keep-Alive|Content-Length: 2||ok",
                "4~ HTTP/1.1 102 Wait||HTTP/1.1 204||",
                "4~ HTTP/1.1 304|Content-Length: 2||",
                "60~ HTTP/1.1 200 OK|Connection: close|Content-Length: 2||ok",
                "60~ HTTP/1.0 200 OK|Content-Length: 2||ok",
                "60~ HTTP/1.1 200 OK|Content-Length: 2||ok and more",
            })
    void rightAnswersAreCompleted(int connections, String answer) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.bytes(answer))) {
            assertBooks(load(server, Map.of()), 0);
            assertEquals(REQUESTS, server.requests());
            assertEquals(connections, server.connections());
        }
    }

    /** The reason, and the answer before the connection is closed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "java.io.EOFException: connection closed without a response~ ''",
                "java.net.ProtocolException: connection closed within a response~ HTTP/1.1 2",
                "java.net.ProtocolException: connection closed within a response~ HTTP/1.1 200 OK|Content-Length: 2||o",
                "java.net.ProtocolException: connection closed within a response~"
                        + "HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|ok|",
                "java.net.ProtocolException: answer has no status line line=SSH-2.0-OpenSSH~ SSH-2.0-OpenSSH|",
                "java.net.ProtocolException: response has a length and a transfer encoding~"
                        + "HTTP/1.1 200 OK|Content-Length: 2|Transfer-Encoding: chunked||2|ok|0||",
                "server answered with an error status=503~ HTTP/1.1 503 Busy|Connection: close|Content-Length: 0||",
            })
    void eachWrongAnswerIsOneFailureWithItsReason(String reason, String answer) throws Exception {
        byte[] bytes = ScriptedServer.bytes(answer);
        try (ScriptedServer server = ScriptedServer.start((number, in, out, socket) -> {
            out.write(bytes);
            socket.shutdownOutput();
            throw new IOException("closed as it was told");
        })) {
            LoadResult result = load(server, Map.of());
            assertEquals(List.of(new FailureReason(reason, REQUESTS)), result.reasons());
            assertBooks(result, REQUESTS);
            assertEquals(REQUESTS, server.requests());
        }
    }

    @Test
    void anAnswerByteByByteIsCompleted() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((number, in, out, socket) -> {
            socket.setTcpNoDelay(true);
            for (byte one : ScriptedServer.bytes(OK)) {
                out.write(one);
            }
        })) {
            assertBooks(load(server, Map.of()), 0);
        }
    }

    @Test
    void aConnectionThatIsResetIsAFailure() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((number, in, out, socket) -> {
            socket.setSoLinger(true, 0);
            throw new IOException("reset");
        })) {
            LoadResult result = load(server, Map.of());
            assertBooks(result, REQUESTS);
            assertTrue(
                    result.reasons().getFirst().text().contains("reset"),
                    () -> result.reasons().toString());
        }
    }

    @Test
    void aServerThatIsNotThereFailsEachOperation() throws Exception {
        ScriptedServer gone = ScriptedServer.answering(new byte[0]);
        gone.close();
        LoadResult result = load(gone, Map.of());
        assertBooks(result, REQUESTS);
        assertEquals(
                List.of(new FailureReason("java.net.ConnectException: Connection refused", REQUESTS)),
                result.reasons());
    }

    @Test
    void aServerThatIsSilentIsGivenUpAndItsTimeCounts() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((number, in, out, socket) -> {
            if (number % 10 > 0) {
                out.write(ScriptedServer.bytes(OK));
            }
        })) {
            LoadResult result = load(server, Map.of(), "timeout-ms", "3000");
            String reason =
                    "java.net.http.HttpTimeoutException: no complete response before the timeout timeoutMs=3000";
            assertEquals(List.of(new FailureReason(reason, REQUESTS / 10)), result.reasons());
            assertBooks(result, REQUESTS / 10);
            assertEquals(REQUESTS, server.requests());
            assertTrue(result.failedTimes().service().getMinNonZeroValue() >= 2_990_000_000L);
        }
    }

    @Test
    void anAnswerThatComesBeforeTheWholeRequestIsTaken() throws Exception {
        int bodyBytes = 8 << 20;
        try (ScriptedServer server = ScriptedServer.start((number, in, out, socket) -> {
            out.write(ScriptedServer.bytes("HTTP/1.1 413 Too large|Content-Length: 0||"));
            in.skipNBytes(bodyBytes); // the next request may follow it
        })) {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("body", "x".repeat(bodyBytes));
            fields.put("status", "413");
            assertBooks(load(server, fields), 0);
        }
    }

    /** Every second request is dropped when it has been read. */
    private static final ScriptedServer.Script DROPPING_HALF = (number, in, out, socket) -> {
        if (number % 2 == 1) {
            throw new IOException("dropped");
        }
        out.write(ScriptedServer.bytes(OK));
    };

    @Test
    void nothingIsSentAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(DROPPING_HALF)) {
            assertBooks(load(server, Map.of()), REQUESTS / 2);
            assertEquals(REQUESTS, server.requests());
        }
    }

    private static void assertSentOnce(ScriptedServer server, TargetSession session) throws Exception {
        int failed = 0;
        for (int i = 0; i < REQUESTS; i++) {
            GivenOperation operation = new GivenOperation(0);
            session.issue(operation);
            failed += operation.failure() == null ? 0 : 1;
        }
        assertEquals(REQUESTS / 2, failed);
        assertEquals(REQUESTS, server.requests());
    }

    private static OperationSpec get() {
        return new OperationSpec("get", 1, List.of(), Map.<String, Template>of(), "here");
    }

    @Test
    void nothingIsSentAgainByASessionWithAThread() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(DROPPING_HALF);
                Target target = HttpTargetTest.target(server.url(), "in-flight", "3");
                TargetSession session = target.prepare(List.of(get()))) {
            assertSentOnce(server, session);
        }
    }

    @Test
    void nothingIsSentAgainByTheClientOfTheJdk() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(DROPPING_HALF);
                HttpClient client = HttpClient.newHttpClient()) {
            JdkRequests requests = new JdkRequests(HttpClient.Version.HTTP_1_1, 0);
            HttpOperation kind = HttpOperation.of(get(), HttpTarget.uri(server.url()), HttpHeader.NONE);
            requests.check(kind);
            try (TargetSession session = new JdkHttpSession(client, requests, List.of(kind), 16)) {
                assertSentOnce(server, session);
            }
        }
    }

    @Test
    void nothingIsSentAgainOverTls(@TempDir Path directory) throws Exception {
        SSLContext usual = SSLContext.getDefault();
        SelfSignedCertificate own = SelfSignedCertificate.create(directory, "server", List.of("127.0.0.1"));
        SSLContext context = own.trusting(own);
        SSLContext.setDefault(context);
        try (ScriptedServer server = ScriptedServer.start(DROPPING_HALF, context.getServerSocketFactory());
                Target target = HttpTargetTest.target(server.url());
                TargetSession session = target.prepare(List.of(get()))) {
            assertSentOnce(server, session);
        } finally {
            SSLContext.setDefault(usual);
        }
    }

    /** Writes a second answer to the first request once the first answer was read, and waits for the end. */
    private static ScriptedServer answeringTwice(CountDownLatch isRead, CountDownLatch isClosed) throws IOException {
        return ScriptedServer.start((number, in, out, socket) -> {
            out.write(ScriptedServer.bytes(OK));
            if (number == 0) {
                try {
                    isRead.await();
                    out.write(ScriptedServer.bytes(OK));
                    assertEquals(-1, in.read());
                } catch (InterruptedException e) {
                    throw new IOException(e);
                } finally {
                    isClosed.countDown();
                }
            }
        });
    }

    /** It would be taken for the answer to the next request. */
    @Test
    void anAnswerToNoRequestEndsItsConnection() throws Exception {
        CountDownLatch isRead = new CountDownLatch(1);
        CountDownLatch isClosed = new CountDownLatch(1);
        try (ScriptedServer server = answeringTwice(isRead, isClosed);
                Target target = HttpTargetTest.target(server.url());
                TargetSession session = target.prepare(List.of(get()))) {
            GivenOperation first = new GivenOperation(0);
            session.issue(first);
            assertNull(first.failure());
            isRead.countDown();
            isClosed.await();
            GivenOperation second = new GivenOperation(0);
            session.issue(second);
            assertNull(second.failure());
            assertEquals(2, server.connections());
        }
    }

    @Test
    void aSessionWithAThreadKeepsItsBound() throws Exception {
        List<GivenOperation> all = new ArrayList<>();
        try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.bytes(OK));
                Target target = HttpTargetTest.target(server.url(), "in-flight", "3");
                TargetSession session = target.prepare(List.of(get()))) {
            for (int i = 0; i < REQUESTS; i++) {
                GivenOperation operation = new GivenOperation(0);
                session.issue(operation);
                all.add(operation);
            }
            for (GivenOperation operation : all) {
                assertNull(operation.failure());
            }
            assertTrue(server.connections() <= 3, "connections=" + server.connections());
        }
    }
}
