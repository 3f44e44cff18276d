package io.millrace.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.Millrace;
import io.millrace.fixtures.JavaCommand;
import io.millrace.load.GivenOperation;
import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Parameter;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetProvider;
import io.millrace.load.TargetSession;
import io.millrace.load.Template;
import io.millrace.load.ValueKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class HttpTargetTest {
    private static final List<Parameter> PARAMETERS =
            List.of(new Parameter("id", ValueKind.INTEGER), new Parameter("name", ValueKind.TEXT));

    static Target target(String url, String... values) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i += 2) {
            options.put(values[i], values[i + 1]);
        }
        return new HttpTargetProvider().target(new TargetOptions(url, options, 1));
    }

    private static OperationSpec operation(String... fields) {
        Map<String, Template> templates = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            templates.put(fields[i], Template.parse(fields[i + 1], PARAMETERS));
        }
        return new OperationSpec("op", 1, PARAMETERS, templates, "test.yaml:1:1");
    }

    private static Throwable issue(TargetSession session, GivenOperation operation) throws Exception {
        session.issue(operation);
        return operation.failure();
    }

    @Test
    void theTargetIsFoundByItsScheme() {
        assertEquals(
                1,
                ServiceLoader.load(TargetProvider.class).stream()
                        .filter(provider -> provider.type() == HttpTargetProvider.class)
                        .count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1", "2"})
    void requestsCarryTheirValues(String version) throws Exception {
        List<OperationSpec> operations = List.of(
                operation("path", "/item/${id}?name=${name}"),
                operation("method", "put", "path", "/item/7", "body", "{\"n\": ${id}}", "content-type", "text/x-mark"),
                operation());
        try (PausingServer server = PausingServer.start();
                Target target = target(server.url(), "version", version, "header", "X-Mark: here");
                TargetSession session = target.prepare(operations)) {
            assertNull(issue(session, new GivenOperation(0, 5, "five")));
            assertNull(issue(session, new GivenOperation(1, 8, "")));
            assertNull(issue(session, new GivenOperation(2, 0, "")));
            assertEquals(
                    List.of("GET /item/5?name=five null here ", "PUT /item/7 text/x-mark here {\"n\": 8}"),
                    server.seen());
            assertEquals(version.equals("2"), server.http2Requests() > 0, "requests=" + server.http2Requests());
        }
    }

    @Test
    void anErrorIsAFailureUnlessItIsWhatWasAskedFor() throws Exception {
        List<OperationSpec> operations = List.of(
                operation("path", "/503"), operation("path", "/404", "status", "404"), operation("path", "/302"));
        try (PausingServer server = PausingServer.start();
                Target target = target(server.url());
                TargetSession session = target.prepare(operations)) {
            assertEquals(
                    "server answered with an error status=503",
                    issue(session, new GivenOperation(0, 0, "")).getMessage());
            assertNull(issue(session, new GivenOperation(1, 0, "")));
            assertNull(issue(session, new GivenOperation(2, 0, "")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1", "2"})
    void oneThreadKeepsManyInFlight(String version) throws Exception {
        List<GivenOperation> all = new ArrayList<>();
        try (PausingServer server = PausingServer.start();
                Target target = target(server.url(), "version", version, "in-flight", "50");
                TargetSession session = target.prepare(List.of(operation()))) {
            // With version 2 the first request agrees on it; until then others would make connections of their own.
            assertNull(issue(session, new GivenOperation(0)));
            server.pause();
            for (int i = 0; i < 50; i++) {
                GivenOperation operation = new GivenOperation(0);
                session.issue(operation);
                all.add(operation);
            }
            assertFalse(all.stream().anyMatch(GivenOperation::isOver));
            server.goOn();
            for (GivenOperation operation : all) {
                assertNull(operation.failure());
            }
        }
    }

    @Test
    void nothingIsSentAgainWithTheSecondVersion() throws Exception {
        int rounds = 30;
        int lost = 0;
        try (PausingServer server = PausingServer.start();
                Target target = target(server.url(), "version", "2");
                TargetSession session = target.prepare(List.of(operation(), operation("path", "/lost")))) {
            for (int i = 0; i < rounds; i++) {
                // A client that has not seen the end of the last connection yet may fail without sending anything.
                int before = server.requests();
                Throwable failure = issue(session, new GivenOperation(0, 0, ""));
                assertEquals(failure == null ? 1 : 0, server.requests() - before, () -> "failure=" + failure);
                lost += issue(session, new GivenOperation(1, 0, "")) == null ? 0 : 1;
            }
            assertEquals(rounds, lost);
            assertTrue(server.requests() <= 2 * rounds, "requests=" + server.requests());
            assertTrue(server.http2Requests() > rounds / 2, "requests=" + server.http2Requests());
        }
    }

    @Test
    void aClientThatWouldResendIsRefused() {
        String before = System.getProperty(JdkHttpSession.MOST_ATTEMPTS);
        try {
            for (String attempts : new String[] {null, "5", "0"}) {
                if (attempts == null) {
                    System.clearProperty(JdkHttpSession.MOST_ATTEMPTS);
                } else {
                    System.setProperty(JdkHttpSession.MOST_ATTEMPTS, attempts);
                }
                target("http://localhost/").close();
                for (String[] resending : List.of(
                        new String[] {"https://localhost/", "1.1"},
                        new String[] {"https://localhost/", "2"},
                        new String[] {"http://localhost/", "2"})) {
                    assertEquals(
                            "the client of the JDK would resend lost requests uncounted; set the system property"
                                    + " jdk.httpclient.redirects.retrylimit=1 target=" + resending[0],
                            assertThrows(LoadException.class, () -> target(resending[0], "version", resending[1]))
                                    .getMessage());
                }
            }
        } finally {
            System.setProperty(JdkHttpSession.MOST_ATTEMPTS, before);
        }
    }

    @Test
    void theMillraceCommandDoesNotResend(@TempDir Path directory) throws Exception {
        Path err = directory.resolve("err");
        Process process = JavaCommand.of(
                        Millrace.class,
                        "load",
                        "https://127.0.0.1:1/",
                        "--rate=100/s",
                        "--duration=50ms",
                        "--warm-up=0s",
                        "--machine=off")
                .withFlags("--enable-native-access=ALL-UNNAMED")
                .builder()
                .redirectError(err.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(1, process.waitFor(), () -> read(err)); // no operation has completed
        assertFalse(read(err).contains("would resend"), () -> read(err));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aServerThatNeverAnswersIsGivenUp() throws Exception {
        try (PausingServer server = PausingServer.start();
                Target target = target(server.url(), "timeout-ms", "50");
                Target patient = target(server.url())) {
            server.pause();
            try (TargetSession session = target.prepare(List.of(operation()))) {
                assertInstanceOf(HttpTimeoutException.class, issue(session, new GivenOperation(0)));
            }
            try (TargetSession session = patient.prepare(List.of(operation()))) {
                session.issue(new GivenOperation(0));
            }
        }
    }

    @Test
    void aServerThatIsNotThereIsAFailure() throws Exception {
        try (Target target = target("http://127.0.0.1:1/");
                TargetSession session = target.prepare(List.of(operation()))) {
            assertInstanceOf(IOException.class, issue(session, new GivenOperation(0)));
        }
    }

    @Test
    void whatMakesNoSenseIsNamed() throws Exception {
        assertThrows(LoadException.class, () -> target("http://a b/"));
        assertThrows(LoadException.class, () -> target("http:///path"));
        assertThrows(LoadException.class, () -> target("http://localhost/", "header", "nonsense"));
        assertThrows(LoadException.class, () -> target("http://localhost/", "in-flight", "0"));
        assertThrows(LoadException.class, () -> target("http://localhost/", "verzion", "2"));
        assertEquals(
                "unknown HTTP version version=3 known=[1.1, 2]",
                assertThrows(LoadException.class, () -> target("http://localhost/", "version", "3"))
                        .getMessage());
        try (Target target = target("http://localhost/")) {
            for (OperationSpec wrong : List.of(
                    operation("method", "GE T"),
                    operation("status", "ok"),
                    operation("status", "600"),
                    operation("method", "${name}"),
                    operation("pfad", "/"))) {
                String message = assertThrows(LoadException.class, () -> target.prepare(List.of(wrong)))
                        .getMessage();
                assertTrue(message.startsWith("test.yaml:1:1: operation=op "), message);
            }
        }
    }
}
