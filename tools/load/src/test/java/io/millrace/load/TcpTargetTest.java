package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Rate;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a server does, each request is sent once and has one outcome, with its reason. */
class TcpTargetTest {
    private static final int REQUESTS = 100;
    private static final String NONE = "none";

    private static Target target(String url, String options) {
        Map<String, String> values = new TreeMap<>();
        for (String option : options.split(" ", -1)) {
            if (option.contains("=")) {
                values.put(option.replaceFirst("=.*", ""), option.substring(option.indexOf('=') + 1));
            }
        }
        return TcpTarget.of(new TargetOptions(url, values, 1));
    }

    private static LoadResult load(String url, String options, Map<String, String> fields, int operations, int inFlight)
            throws Exception {
        LoadOptions closedLoop = LoadOptions.builder(Mode.THROUGHPUT)
                .lasting(0, 600_000_000_000L)
                .operations(operations)
                .inFlight(inFlight)
                .recording(MachineRecording.OFF)
                .build();
        try (Target target = target(url, options)) {
            return new Load(closedLoop, Workload.of("get", fields), target, NanoClock.system()).run(LoadObserver.NONE);
        }
    }

    private static void assertBooks(LoadResult result, long failed) {
        assertEquals(REQUESTS, result.due(), result::toString);
        assertEquals(failed, result.failed(), () -> result.reasons().toString());
        assertEquals(REQUESTS - failed, result.completed());
        assertEquals(0, result.unmatched());
    }

    @ParameterizedTest
    @CsvSource({
        "framing=lines, none, none",
        "framing=lines, line, Grüße",
        "framing=length, none, none",
        "framing=length order=little sizeBytes=200000 longestBytes=200000, none, none",
        "framing=length order=little, message, Grüße",
    })
    void anEchoAnswersEachRequestOnKeptAndOnNewConnections(String options, String field, String text) throws Exception {
        Map<String, String> fields = field.equals(NONE) ? Map.of() : Map.of(field, text);
        try (TcpServer server = TcpServer.echo()) {
            assertBooks(load(server.url(), options, fields, REQUESTS, 40), 0);
            assertEquals(1, server.connections());
            assertBooks(load(server.url(), options + " connection=each in-flight=8", fields, REQUESTS, 40), 0);
            assertEquals(1 + REQUESTS, server.connections());
        }
    }

    /** The server says what it received, so that a wrong length, order or number shows. */
    @ParameterizedTest
    @ValueSource(strings = {"big", "little"})
    void aMessageHasItsLengthBeforeItAndItsNumberInIt(String order) throws Exception {
        StringBuilder seen = new StringBuilder();
        TcpServer.Script script = (socket, in) -> {
            for (int i = 0; i < 2; i++) {
                int length = in.readInt();
                byte[] message = in.readNBytes(12);
                seen.append(length).append(':').append(Arrays.toString(message)).append(' ');
                socket.getOutputStream().write(new byte[4]);
            }
        };
        try (TcpServer server = TcpServer.start(script)) {
            LoadResult result = load(server.url(), "framing=length sizeBytes=12 order=" + order, Map.of(), 2, 1);
            assertEquals(2, result.completed(), () -> result.reasons().toString());
        }
        String first = "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]";
        assertEquals(
                order.equals("big")
                        ? "12:" + first + " 12:[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0] "
                        : (12 << 24) + ":" + first + " " + (12 << 24) + ":[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] ",
                seen.toString());
    }

    @Test
    void linesThatMatchThePatternAreFailures() throws Exception {
        try (TcpServer server = TcpServer.echo()) {
            for (String connection : List.of("kept", "each")) {
                LoadResult result =
                        load(server.url(), "fail=^[0-9]*7$ connection=" + connection, Map.of(), REQUESTS, 8);
                assertBooks(result, REQUESTS / 10);
                assertEquals(
                        "the answer matches the pattern of failures fail=^[0-9]*7$",
                        result.reasons().getFirst().text());
            }
        }
        try (TcpServer server = TcpServer.answering("not ok\r\n")) {
            assertBooks(load(server.url(), "fail=ok$", Map.of(), REQUESTS, 8), REQUESTS);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "framing=lines longestBytes=16 | 12345678901234567 | answer is too long longestBytes=16",
                "framing=lines | half an answer | the server closed the connection within an answer",
                "framing=lines | '' | the server closed the connection without an answer",
                "framing=length longestBytes=16 | HTTP/1.1 400 | answer is too long or no length bytes=1213486160",
                "framing=length | aa | the server closed the connection within an answer",
            })
    void anAnswerThatIsNoneFailsWhatIsInFlight(String options, String answer, String reason) throws Exception {
        TcpServer.Script script = (socket, in) -> {
            in.read();
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            in.readAllBytes();
        };
        try (TcpServer server = TcpServer.start(script)) {
            for (String connection : List.of("kept", "each")) {
                LoadResult result = load(server.url(), options + " connection=" + connection, Map.of(), REQUESTS, 4);
                assertBooks(result, REQUESTS);
                assertTrue(
                        result.reasons().toString().contains(reason),
                        () -> result.reasons().toString());
            }
        }
    }

    @Test
    void aResetFailsWhatIsInFlightAndTheNextRequestConnectsAgain() throws Exception {
        TcpServer.Script script = (socket, in) -> {
            for (int i = 0; i < 9; i++) {
                TcpServer.readLine(in);
                socket.getOutputStream().write('\n');
            }
            TcpServer.readLine(in);
            socket.setSoLinger(true, 0);
        };
        try (TcpServer server = TcpServer.start(script)) {
            LoadResult result = load(server.url(), "", Map.of(), REQUESTS, 1);
            assertBooks(result, REQUESTS / 10);
            assertEquals(REQUESTS / 10, server.connections());
            assertTrue(
                    result.reasons().getFirst().text().contains("Connection reset"),
                    () -> result.reasons().toString());
        }
    }

    @Test
    void anAnswerWithoutARequestFailsTheNextOne() throws Exception {
        TcpServer.Script script = (socket, in) -> {
            TcpServer.readLine(in);
            socket.getOutputStream().write("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
            in.readAllBytes();
        };
        try (TcpServer server = TcpServer.start(script)) {
            LoadResult result = load(server.url(), "", Map.of(), REQUESTS, 1);
            assertBooks(result, REQUESTS / 2);
            assertTrue(
                    result.reasons().getFirst().text().startsWith("the server sent an answer without a request"),
                    () -> result.reasons().toString());
        }
    }

    @Test
    void nobodyWhoListensIsAnErrorBeforeTheRunOrAFailure() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        String url = "tcp:127.0.0.1:" + port;
        String message = assertThrows(LoadException.class, () -> load(url, "", Map.of(), 1, 1))
                .getMessage();
        assertEquals(
                "cannot connect address=127.0.0.1:" + port + " reason=java.net.ConnectException: Connection refused",
                message);
        LoadResult result = load(url, "connection=each", Map.of(), REQUESTS, 4);
        assertBooks(result, REQUESTS);
        assertTrue(result.reasons().getFirst().text().contains("Connection refused"));
    }

    /** What it does not take is bounded: the rest of the requests is never issued. */
    @Test
    void aServerThatStopsReadingHoldsUpAFewRequestsOnly() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        TcpServer.Script script = (socket, in) -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        };
        LoadOptions options = LoadOptions.builder(Mode.FIXED)
                .rate(Rate.perSecond(10_000))
                .lasting(0, 300_000_000L)
                .draining(0)
                .recording(MachineRecording.OFF)
                .build();
        try (TcpServer server = TcpServer.start(script);
                Target target = target(server.url(), "framing=length sizeBytes=1000000")) {
            LoadResult result =
                    new Load(options, Workload.of("get", Map.of()), target, NanoClock.system()).run(LoadObserver.NONE);
            end.countDown();
            assertEquals(0, result.completed() + result.failed());
            assertTrue(result.unfinished() >= 1 && result.unfinished() < 100, result::toString);
            assertTrue(result.unissued() > 1_000, result::toString);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tcp:localhost | '' | target is not HOST:PORT",
                "tcp:localhost:0 | '' | target is not HOST:PORT",
                "tcp:localhost:65536 | '' | target is not HOST:PORT",
                "tcp::7000 | '' | target is not HOST:PORT",
                "tcp:::1:7000 | '' | target is not HOST:PORT",
                "tcp:localhost:7000 | framing=frames | option out of range framing=frames known=[lines, length]",
                "tcp:localhost:7000 | order=big | option is for another framing option=order framing=lines",
                "tcp:localhost:7000 | sizeBytes=40 | option is for another framing option=sizeBytes framing=lines",
                "tcp:localhost:7000 | framing=length fail=a | option is for another framing option=fail framing=length",
                "tcp:localhost:7000 | fail=( | not a regular expression fail=(",
                "tcp:localhost:7000 | sizeBytes=7 | option out of range sizeBytes=7 least=8",
                "tcp:localhost:7000 | speed=1 | unknown option for this target option=speed",
            })
    void aWrongTargetIsNamed(String url, String options, String reason) {
        String message =
                assertThrows(LoadException.class, () -> target(url, options)).getMessage();
        assertTrue(message.startsWith(reason), message);
    }

    @Test
    void aLineWithALineBreakIsNoRequest() throws Exception {
        try (TcpServer server = TcpServer.echo()) {
            String message = assertThrows(
                            LoadException.class, () -> load(server.url(), "", Map.of("line", "a\nb"), 1, 1))
                    .getMessage();
            assertEquals(
                    "command line: operation=get makes no request: a line cannot have a line break offset=1 bytes=3",
                    message);
            assertThrows(LoadException.class, () -> load(server.url(), "", Map.of("message", "a"), 1, 1));
        }
    }

    @Test
    void anOperationOnAKeptConnectionAllocatesNothing() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        OperationSpec spec = Workload.of("get", Map.of()).operations().getFirst();
        try (TcpServer server = TcpServer.echo();
                TargetSession session = target(server.url(), "framing=length").prepare(List.of(spec))) {
            CountedOperation operation = new CountedOperation();
            exchange((PolledSession) session, operation, 5_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            exchange((PolledSession) session, operation, 15_000);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 50_000, "allocated=" + allocated);
        }
    }

    private static void exchange(PolledSession session, CountedOperation operation, int until) throws Exception {
        while (operation.completed < until) {
            operation.sequence++;
            session.issue(operation);
            long before = operation.completed;
            while (operation.completed == before) {
                session.poll(1_000_000);
            }
        }
    }

    /** An operation that can be issued again once it is over. */
    private static final class CountedOperation extends GivenOperation {
        private long sequence;
        private long completed;

        CountedOperation() {
            super(0);
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public void complete() {
            completed++;
        }
    }
}
