package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients over TCP, with what can be wrong with them. */
class TcpClientsTest {

    private static final String HELLO = "{'request':'hello'}";
    private static final String PING = "{'request':'ping'}";
    /** For what comes; less than the server may send. */
    private static final int SMALL_BUFFER = 1 << 14;

    private static final String PONG = "{'pong':true}";

    @TempDir
    private Path data;

    private RunningTopology running;

    private String start(ClientsSpec clients) {
        running = EchoTopology.start(data, clients);
        return running.health().sections().get("clients").details().get("tcpAddress");
    }

    private static ClientsSpec clients() {
        return ClientsSpec.at(0).withFollow("prices").withAppend("orders").withTcp(TcpSpec.at(0));
    }

    @AfterEach
    void stop() {
        assertEquals(RunEnd.RUNNING, running.end(), "one client harms no run");
        running.close();
    }

    private static byte[] frame(int length, byte[] content) {
        return ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(length)
                .put(content)
                .array();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theConversationIsThatOfWebSockets() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(start(clients()))) {
            String welcome = client.ask(HELLO);
            assertTrue(welcome.matches("\\{'client':'[0-9a-f-]{53}','appended':\\{},'maxBytes':1048576}"), welcome);
            assertEquals(
                    "prices",
                    client.ask("{'request':'follow','channel':'prices','as':1,'first':'OLDEST'}")
                            .replaceAll("\\{'as':1,'following':'([^']*)','position':'[0-9a-f]{32}/START'}", "$1"));
            client.send("{'request':'append','channel':'orders','number':1,'method':'order',"
                    + "'arguments':{'symbol':'EURUSD','quantity':7}}");
            List<String> both = new ArrayList<>(List.of(client.next(), client.next()));
            both.sort(null);
            assertTrue(
                    both.getFirst().endsWith("'method':'price','arguments':{'symbol':'EURUSD','value':7.0}}"),
                    both::toString);
            assertEquals("{'channel':'orders','appended':1}", both.getLast());
            assertTrue(client.ask("{'request':'shout'}").contains("there is no such request request=shout"));
        }
    }

    @Test
    void aFrameMayComeInPiecesAndSeveralAtOnce() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(start(clients()))) {
            byte[] ping = utf8(PING.replace('\'', '"'));
            byte[] frame = frame(ping.length, ping);
            for (byte one : frame) {
                client.send(new byte[] {one});
            }
            assertEquals(PONG, client.next());
            ByteBuffer many = ByteBuffer.allocate(100 * frame.length);
            for (int i = 0; i < 100; i++) {
                many.put(frame);
            }
            client.send(many.array());
            for (int i = 0; i < 100; i++) {
                assertEquals(PONG, client.next());
            }
        }
    }

    @Test
    void bytesThatAreNoRequestEndTheirConnectionAlone() throws IOException {
        String address = start(clients());
        try (TcpTestClient good = TcpTestClient.connect(address)) {
            assertEquals(PONG, good.ask(PING));
            assertEnds(
                    address, utf8("GET / HTTP/1.1\r\n\r\n"), "length of a frame is not between 1 and 1048576 length=");
            assertEnds(address, frame(0, new byte[0]), "length of a frame is not between 1 and 1048576 length=0");
            assertEnds(address, frame(-1, new byte[0]), "length of a frame is not between 1 and 1048576 length=-1");
            assertEnds(address, frame(1_048_577, new byte[0]), "length of a frame is not between 1 and 1048576");
            assertEnds(address, frame(100, utf8("{")), "the connection ended within a frame length=100");
            assertEnds(address, new byte[] {0, 0}, "the connection ended within a frame");
            assertEnds(address, frame(2, new byte[] {(byte) 0xc3, 0x28}), "message is not UTF-8");
            assertEnds(address, frame(7, utf8("rubbish")), "a request is no JSON reason=Unrecognized token 'rubbish'");
            assertEnds(
                    address,
                    frame(1, utf8("{")),
                    "a request is no JSON reason=Unexpected end-of-input: expected close marker for Object"
                            + " (start marker at [line: 1, column: 1])");
            assertEnds(address, frame(2, utf8("{}")), "a request needs the member request");
            assertEquals(PONG, good.ask(PING));
        }
    }

    private static void assertEnds(String address, byte[] wrong, String reason) throws IOException {
        for (String before : List.of("", PING)) {
            try (TcpTestClient client = TcpTestClient.connect(address)) {
                if (!before.isEmpty()) {
                    assertEquals(PONG, client.ask(before));
                }
                client.send(wrong);
                client.endOutput();
                String answer = client.next();
                assertTrue(answer.startsWith("{'error':'" + reason), answer);
                String last = client.next();
                assertTrue(last.equals("closed") || last.startsWith("{'error':"), last);
            }
        }
    }

    @Test
    void aNameBelongsToItsPrincipal() throws IOException {
        Path tokens = Files.createFile(
                data.resolve("tokens"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(tokens, "# who may connect\nalice 0123456789abcdef\n\nbob   fedcba9876543210\n");
        String address = start(clients().withTokenFile(tokens.toString()));
        String name;
        try (TcpTestClient alice = TcpTestClient.connect(address)) {
            String welcome = alice.ask("{'request':'hello','token':'0123456789abcdef'}");
            assertTrue(welcome.startsWith("{'client':'alice/"), welcome);
            name = welcome.replaceAll("\\{'client':'([^']*)'.*", "$1");
            alice.ask("{'request':'append','channel':'orders','number':7,'method':'order',"
                    + "'arguments':{'symbol':'A','quantity':7}}");
        }
        try (TcpTestClient bob = TcpTestClient.connect(address)) {
            assertEquals(
                    "{'error':'the client is not remembered client=" + name + "'}",
                    bob.ask("{'request':'hello','token':'fedcba9876543210','client':'" + name + "'}"));
            assertTrue(bob.ask(HELLO).startsWith("{'client':'bob/"));
        }
        try (TcpTestClient alice = TcpTestClient.connect(address)) {
            assertEquals(
                    "{'client':'" + name + "','appended':{'orders':7},'maxBytes':1048576}",
                    alice.ask("{'request':'hello','token':'0123456789abcdef','client':'" + name + "'}"));
        }
        String refused =
                "{'error':'token is missing or wrong; the first request is a hello with the member" + " token'}";
        for (String wrong : List.of(HELLO, "{'request':'hello','token':'0123456789abcdee'}", PING)) {
            try (TcpTestClient stranger = TcpTestClient.connect(address)) {
                assertEquals(refused, stranger.ask(wrong));
                assertEquals("closed", stranger.next());
            }
        }
        try (TestClient alice = TestClient.connect(EchoTopology.uri(running), "0123456789abcdef")) {
            assertTrue(alice.ask(HELLO).startsWith("{'client':'alice/"), "by WebSocket as well");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aConversationIsShownToWhoMaySeeIt() throws IOException {
        Path tokens = Files.createFile(
                data.resolve("tokens"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(tokens, "alice 0123456789abcdef\nops fedcba9876543210\n");
        String address = start(clients().withTokenFile(tokens.toString()).withTap("ops"));
        try (TcpTestClient alice = TcpTestClient.connect(address);
                TcpTestClient ops = TcpTestClient.connect(address)) {
            String name = alice.ask("{'request':'hello','token':'0123456789abcdef'}")
                    .replaceAll("\\{'client':'([^']*)'.*", "$1");
            assertEquals(
                    "{'error':'this principal may not see conversations principal=alice'}",
                    alice.ask("{'request':'tap','client':'ops/1'}"));
            ops.ask("{'request':'hello','token':'fedcba9876543210'}");
            assertTrue(ops.ask("{'request':'tap'}").contains("'" + name + "'"));
            assertEquals("{'tapping':'" + name + "'}", ops.ask("{'request':'tap','client':'" + name + "'}"));
            assertEquals(PONG, alice.ask(PING));
            alice.send("rubbish");
            List<String> shown = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                shown.add(ops.next().replaceAll("'tap':'[^']*',|'time':'[^']*',", ""));
            }
            assertEquals("{'from':'client','text':{'request':'ping'}}", shown.get(0));
            assertEquals("{'from':'server','text':{'pong':true}}", shown.get(1));
            assertEquals("{'from':'client','text':'rubbish'}", shown.get(2));
            assertTrue(shown.get(3).startsWith("{'from':'server','text':{'error':'a request is no JSON"), shown.get(3));
        }
    }

    @Test
    void aClientThatAsksTooFastIsTold() throws IOException {
        String address = start(clients().withLimits(ClientLimits.defaults().withMaxRate(10)));
        try (TcpTestClient client = TcpTestClient.connect(address)) {
            client.send(PING, 40); // at once, since the server closes the connection after some of them
            List<String> others = new ArrayList<>(); // an answer to an earlier request may follow the error
            for (String answer = client.next(); !answer.equals("closed"); answer = client.next()) {
                if (!answer.equals(PONG)) {
                    others.add(answer);
                }
            }
            assertEquals(List.of("{'error':'more than 10 requests in a second'}"), others);
        }
    }

    @Test
    void oneClientTooManyIsRefused() throws IOException, InterruptedException {
        String address = start(clients().withLimits(ClientLimits.defaults().withMaxSessions(1)));
        try (TcpTestClient first = TcpTestClient.connect(address)) {
            assertEquals(PONG, first.ask(PING));
            try (TcpTestClient second = TcpTestClient.connect(address)) {
                second.send(PING);
                assertEquals("closed", second.next());
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("reset") || e.getMessage().contains("Broken pipe"), e.toString());
            }
            assertEquals(PONG, first.ask(PING));
        }
        Await.until("one that connects again and again gets in once there is space", () -> {
            try (TcpTestClient next = TcpTestClient.connect(address)) {
                return next.ask(PING).equals(PONG);
            } catch (IOException _) {
                return false;
            }
        });
    }

    @Test
    void aClientThatDoesNotReadIsEndedAndReadsWhy() throws IOException, InterruptedException {
        String address = start(clients().withLimits(ClientLimits.defaults().withReadTimeout(Duration.ofSeconds(2))));
        try (TcpTestClient stalled = TcpTestClient.connect(address, SMALL_BUFFER);
                TcpTestClient writer = TcpTestClient.connect(address)) {
            writer.ask(HELLO);
            String symbol = "A".repeat(8_000);
            for (int number = 1; number <= 900; number++) { // more than the buffers of the system hold
                writer.send("{'request':'append','channel':'orders','number':" + number
                        + ",'method':'order','arguments':{'symbol':'" + symbol + "','quantity':1}}");
                String answer = "";
                while (number % 100 == 0 && !answer.equals("{'channel':'orders','appended':" + number + "}")) {
                    answer = writer.next();
                    assertNotEquals("closed", answer, "the writer reads");
                }
            }
            stalled.ask("{'request':'follow','channel':'prices','as':1,'first':'OLDEST'}");
            Thread.sleep(8_000); // more than the timeout, and less than what it gets to read the reason
            String next = stalled.next();
            while (next.contains("'method':'price'")) {
                next = stalled.next();
            }
            assertEquals("closed", stalled.next());
            assertEquals(PONG, writer.ask(PING));
            Await.until(
                    "the client that does not read is gone",
                    () -> clientCount() <= 1,
                    () -> "clients=" + clientCount());
        }
    }

    private int clientCount() {
        return Integer.parseInt(
                running.health().sections().get("clients").details().get("clients"));
    }
}
