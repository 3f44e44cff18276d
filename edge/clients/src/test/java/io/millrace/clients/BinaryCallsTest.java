package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimitException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls, queries and results in BINARY, byte by byte, and what can be wrong with them. */
class BinaryCallsTest {

    private static final String HELLO = "{'request':'hello','format':'BINARY'}";
    private static final String PING = "{'request':'ping'}";
    private static final String PONG = "{'pong':true}";

    /** The name of the channel as a text in BINARY. */
    private static final String PLACING = "11" + HexFormat.of().formatHex(utf8("placing"));

    /** Declares a chained call with one parameter, of which its second method claims the most that there can be. */
    private static final String TOO_LONG_CHAIN =
            "0501" + "0103" + "01" + "01" + "05" + "056103" + "0562f0ffffff0f" + "0569" + "056d" + "03" + "057004";

    @TempDir
    private Path data;

    private RunningTopology running;
    private String tcp;

    @BeforeEach
    void start() {
        running = EchoTopology.start(
                data,
                ClientsSpec.at(0)
                        .withFollow("placed")
                        .withAppend("placing", "orders")
                        .withTap("*")
                        .withTcp(TcpSpec.at(0)));
        tcp = running.health().sections().get("clients").details().get("tcpAddress");
    }

    @AfterEach
    void stop() {
        assertEquals(RunEnd.RUNNING, running.end(), "one client harms no run");
        running.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static void send(TcpTestClient client, byte[] content) throws IOException {
        client.send(ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(content.length)
                .put(content)
                .array());
    }

    /** Declares a call under a number below 64. */
    private static void declare(TcpTestClient client, int number, CallSchema schema) throws IOException {
        send(client, bytes("05" + hex(new byte[] {(byte) (2 * number + 1)}) + hex(schema.encode())));
    }

    private static CallSchema call(String method) {
        return Wire.closed().offeredCalls(Placing.class).stream()
                .filter(each -> each.call().methodName().equals(method))
                .findFirst()
                .orElseThrow()
                .call();
    }

    private static CallSchema call(String method, Field... parameters) {
        return new CallSchema("of.another.Version", method, List.of(parameters), List.of());
    }

    private static Field field(String name, ScalarKind kind) {
        Scalar.Nullability may = kind == ScalarKind.STRING ? Scalar.Nullability.NULLABLE : Scalar.Nullability.REQUIRED;
        return new Field(name, new Scalar(kind, may), List.of(), Optional.empty());
    }

    /** Returns a frame of a call, before its arguments; each number is below 64. */
    private static String frame(String kind, int number, int refused, int schema) {
        return kind
                + hex(new byte[] {(byte) (2 * number + 1), (byte) (2 * refused + 1)})
                + PLACING
                + hex(new byte[] {(byte) (2 * schema + 1)});
    }

    @Test
    void callsQueriesAndResultsAreTheseBytes() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            assertTrue(client.ask(HELLO).startsWith("{'client':"));
            declare(client, 0, call("place"));
            send(client, bytes("08" + "03" + "01" + PLACING + "01" + "0541" + "1d"));
            assertEquals("{'channel':'placing','appended':1}", client.next());
            byte[] schema = client.frame();
            assertArrayEquals(bytes("0501"), new byte[] {schema[0], schema[1]});
            assertEquals("08" + "03" + PLACING + "01" + "05", hex(client.frame()));
            declare(client, 1, call("count"));
            send(client, bytes("09" + "03" + "01" + "03" + PLACING + "03"));
            assertEquals("0503", hex(client.frame()).substring(0, 4), "another method, another schema");
            byte[] answer = client.frame();
            assertEquals("0903", hex(answer).substring(0, 4));
            assertEquals("0305", hex(answer).substring(2 * answer.length - 4), "after the position");
            send(client, bytes("08" + "05" + "01" + PLACING + "01" + "0541" + "01"));
            assertEquals("{'channel':'placing','appended':2}", client.next());
            assertEquals(
                    "{'channel':'placing','answered':2,'error':'an order has a quantity quantity=0'}", client.next());
        }
    }

    @Test
    void aRepeatedCallGetsItsRecordedAnswer() throws IOException {
        String name;
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            name = client.ask(HELLO).replaceFirst("\\{'client':'([^']*)'.*", "$1");
            declare(client, 0, call("place"));
            send(client, bytes(frame("08", 1, 0, 0) + "0541" + "1d"));
            client.next();
            client.frame();
            assertEquals("08" + "03" + PLACING + "01" + "05", hex(client.frame()));
        }
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            client.ask("{'request':'hello','format':'BINARY','client':'" + name + "'}");
            declare(client, 0, call("place"));
            send(client, bytes(frame("08", 1, 0, 0) + "0541" + "1d"));
            List<String> frames = List.of(hex(client.frame()), hex(client.frame()), hex(client.frame()));
            assertTrue(frames.contains("08" + "03" + PLACING + "01" + "05"), frames::toString);
            assertTrue(frames.stream().anyMatch(frame -> frame.startsWith("0501")), "the schema comes anew");
            client.send("{'request':'answers','channel':'placing','numbers':[1]}");
            assertEquals("08" + "03" + PLACING + "01" + "05", hex(client.frame()));
        }
    }

    @Test
    void anotherVersionIsUnderstoodAsInJson() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            client.ask("{'request':'hello'}");
            declare(
                    client,
                    0,
                    call(
                            "place",
                            field("quantity", ScalarKind.INT),
                            field("remark", ScalarKind.STRING),
                            field("symbol", ScalarKind.STRING)));
            BinaryOutput arguments = BinaryOutput.allocate(64);
            arguments.writeInt(3);
            arguments.writeString("for guests");
            arguments.writeString("B");
            send(client, bytes(frame("08", 1, 0, 0) + hex(arguments.toByteArray())));
            assertEquals("{'channel':'placing','appended':1}", client.next());
            assertEquals(
                    "{'channel':'placing','answered':1,'result':1}", client.next(), "results are JSON unless asked");
            declare(client, 1, call("place", field("amount", ScalarKind.INT)));
            send(client, bytes(frame("08", 2, 0, 1) + "07"));
            String refused = client.next();
            assertTrue(refused.contains("no name is that of a parameter allowed=[symbol, quantity]"), refused);
        }
    }

    @Test
    void wrongArgumentsAreRefusedAndNothingIsAppended() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            client.ask(HELLO);
            declare(client, 0, call("place"));
            int number = 0;
            for (String[] wrong : new String[][] {
                {"05ff1d", "this is not UTF-8"},
                {"0541", "arguments do not fit the call method=place"},
                {"05411d00", "bytes are left after the last value"},
                {"ff41", "arguments do not fit"}
            }) {
                number++;
                send(client, bytes(frame("08", number, number, 0) + wrong[0])); // the one before is known to be refused
                String refused = client.next();
                assertTrue(refused.startsWith("{'channel':'placing','refused':" + number + ",'error'"), refused);
                assertTrue(refused.contains(wrong[1]), refused);
            }
            declare(client, 1, call("sums"));
            send(client, bytes("09" + "03" + "01" + "03" + PLACING + "03" + "05"));
            String refused = client.next();
            assertTrue(refused.startsWith("{'query':1,'error':'arguments do not fit the query method=sums"), refused);
            send(client, bytes(frame("08", 5, 5, 0) + "0541" + "1d"));
            assertEquals("{'channel':'placing','appended':5}", client.next(), "what was refused is known");
        }
    }

    @Test
    void whatIsNoFrameEndsItsSessionAlone() throws IOException {
        byte[] large = new byte[1 << 18];
        for (byte[] wrong : List.of(
                bytes(frame("08", 1, 0, 0) + "0541" + "1d"),
                bytes("0503" + hex(call("place").encode())),
                bytes("0501" + "ff"),
                bytes(TOO_LONG_CHAIN),
                bytes("08"),
                bytes("0903"),
                ByteBuffer.allocate(large.length + 2)
                        .put(bytes("0501"))
                        .put(large)
                        .array())) {
            try (TcpTestClient client = TcpTestClient.connect(tcp)) {
                client.ask(HELLO);
                send(client, wrong);
                assertTrue(client.next().startsWith("{'error':'"));
                String end = client.next();
                assertTrue(end.startsWith("{'error':'") || end.equals("closed"), end);
            }
        }
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            assertEquals(PONG, client.ask(PING));
        }
    }

    @Test
    void aClientDeclaresABoundedNumberOfCalls() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            client.ask(HELLO);
            byte[] schema = call("m", field("p", ScalarKind.INT)).encode();
            for (int number = 0; number <= 1_024; number++) {
                BinaryOutput out = BinaryOutput.allocate(64);
                out.writeByte((byte) 5);
                out.writeUnsigned(number);
                out.writeFrom(schema, 0, schema.length);
                send(client, out.toByteArray());
                if (number % 100 == 0) {
                    assertEquals(PONG, client.ask(PING));
                }
            }
            assertEquals("{'error':'a client declares too many schemas max=1024'}", client.next());
        }
    }

    @Test
    void argumentsThatAreTooLongAsTextAreRefused() {
        Field truths = new Field("truths", new ListType(Scalar.required(ScalarKind.BOOLEAN)));
        ClientCall call = new ClientCall(call("m", truths), 1_024);
        for (int count : new int[] {1_300, 1_400, 2}) {
            BinaryOutput out = BinaryOutput.allocate(64);
            out.writeCount(count);
            for (int i = 0; i < count; i++) {
                out.writeBoolean(false);
            }
            if (count == 1_400) {
                assertThrows(WireLimitException.class, () -> call.json(out.toByteArray()));
            } else {
                assertEquals(
                        "{\"truths\":[]}".length() + 6 * count - 1,
                        call.json(out.toByteArray()).length());
            }
        }
    }

    @Test
    void aResultWithoutATextIsAnErrorOfItsCall() throws IOException {
        String reason = "a number is too long for text bits=333000 limit=332192'}";
        try (TcpTestClient client = TcpTestClient.connect(tcp);
                TcpTestClient binary = TcpTestClient.connect(tcp);
                TcpTestClient viewer = TcpTestClient.connect(tcp)) {
            client.ask("{'request':'hello'}");
            client.send(
                    "{'request':'call','channel':'placing','number':1,'method':'large','arguments':{'bits':333000}}");
            assertEquals("{'channel':'placing','appended':1}", client.next());
            assertEquals(
                    "{'channel':'placing','answered':1,"
                            + "'error':'the call was carried out, and its answer has no text: " + reason,
                    client.next());
            client.send("{'request':'query','query':1,'channel':'placing','method':'largest',"
                    + "'arguments':{'bits':333000}}");
            String queried = client.next();
            assertTrue(queried.endsWith(",'error':'the result has no text: " + reason), queried);
            String name = binary.ask(HELLO).replaceFirst("\\{'client':'([^']*)'.*", "$1");
            viewer.ask("{'request':'hello'}");
            viewer.ask("{'request':'tap','client':'" + name + "'}");
            binary.send("{'request':'query','query':1,'channel':'placing','method':'largest',"
                    + "'arguments':{'bits':333000}}");
            binary.frame();
            assertEquals("0903", hex(binary.frame()).substring(0, 4));
            viewer.next();
            String shown = viewer.next();
            assertTrue(shown.contains("cannot be shown: a number is too long for text"), shown);
        }
    }

    @Test
    void aRefusalRepeatsNoLongName() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            client.ask("{'request':'hello'}");
            for (int number = 1; number <= 2; number++) {
                client.send("{'request':'append','channel':'" + "x".repeat(2_000) + "','number':" + number
                        + ",'method':'m','arguments':{}}");
                String refused = client.next();
                String begin =
                        "{'channel':'" + "x".repeat(100) + "...','refused':" + number + ",'error':'clients may not";
                assertTrue(refused.startsWith(begin), refused);
            }
        }
    }

    @Test
    void aWebSocketCarriesTheSameBytes() throws Exception {
        String address = running.health().sections().get("clients").details().get("address");
        try (TestClient client = TestClient.connect(address, "")) {
            assertTrue(client.ask(HELLO).startsWith("{'client':"));
            client.sendBytes(bytes("0501" + hex(call("place").encode())));
            client.sendBytes(bytes("08" + "03" + "01" + PLACING + "01" + "0541" + "1d"));
            assertEquals("{'channel':'placing','appended':1}", client.next());
            assertTrue(client.next().startsWith("bytes 0501"));
            assertEquals("bytes 08" + "03" + PLACING + "01" + "05", client.next());
        }
        for (String wrong : List.of("", "7b7d", "01", "0a")) {
            try (TestClient client = TestClient.connect(address, "")) {
                client.sendBytes(bytes(wrong));
                assertEquals(
                        "closed 1008 a message of bytes is no request length=" + wrong.length() / 2, client.next());
            }
        }
    }

    @Test
    void resultsHaveNoOtherFormat() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            assertEquals(
                    "{'error':'there is no such format of results format=DELTA known=[JSON, BINARY]'}",
                    client.ask("{'request':'hello','format':'DELTA'}"));
        }
    }

    @Test
    void aConversationInBinaryIsShownAsText() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp);
                TcpTestClient viewer = TcpTestClient.connect(tcp)) {
            String name = client.ask(HELLO).replaceFirst("\\{'client':'([^']*)'.*", "$1");
            viewer.ask("{'request':'hello'}");
            assertEquals("{'tapping':'" + name + "'}", viewer.ask("{'request':'tap','client':'" + name + "'}"));
            declare(client, 0, call("place"));
            send(client, bytes(frame("08", 1, 0, 0) + "0541" + "1d"));
            String request = viewer.next();
            assertTrue(
                    request.endsWith("{'request':'call','number':1,'channel':'placing','method':'place',"
                            + "'arguments':{'symbol':'A','quantity':7}}}"),
                    request);
            String appended = viewer.next();
            assertTrue(appended.endsWith("{'channel':'placing','appended':1}}"), appended);
            String answered = viewer.next();
            assertTrue(answered.endsWith("{'channel':'placing','answered':1,'result':1}}"), answered);
        }
    }
}
