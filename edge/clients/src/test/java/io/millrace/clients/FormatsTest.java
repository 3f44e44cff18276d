package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The frames of messages in BINARY and DELTA, and what a client may not ask for. */
class FormatsTest {

    private static final int ORDERS = 200;

    @TempDir
    private Path data;

    private RunningTopology running;
    private String tcp;

    @BeforeEach
    void start() {
        running = EchoTopology.start(
                data,
                ClientsSpec.at(0)
                        .withFollow("prices")
                        .withAppend("orders")
                        .withTap("*")
                        .withTcp(TcpSpec.at(0)));
        tcp = running.health().sections().get("clients").details().get("tcpAddress");
    }

    @AfterEach
    void stop() {
        assertEquals(RunEnd.RUNNING, running.end(), "one client harms no run");
        running.close();
    }

    private static String follow(String more) {
        return "{'request':'follow','channel':'prices','as':1,'first':'OLDEST'" + more + "}";
    }

    @Test
    void whatCannotBeIsAnsweredAndTheConversationContinues() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            assertEquals(
                    "{'as':1,'error':'there is no such format format=RAW known=[JSON, BINARY, DELTA]'}",
                    client.ask(follow(",'format':'RAW'")));
            assertEquals(
                    "{'as':1,'error':'a key is for the format DELTA format=BINARY'}",
                    client.ask(follow(",'format':'BINARY','key':'symbol'")));
            assertEquals(
                    "{'as':1,'error':'fields are chosen in the format JSON alone format=DELTA'}",
                    client.ask(follow(",'format':'DELTA','fields':{'a':'b'}")));
            assertEquals(
                    "{'as':1,'error':'a key has at most 8 fields key=a,b,c,d,e,f,g,h,i'}",
                    client.ask(follow(",'format':'DELTA','key':'a,b,c,d,e,f,g,h,i'")));
            String following = client.ask(follow(",'format':'DELTA','key':'symbol'"));
            assertTrue(
                    following.matches(
                            "\\{'as':1,'following':'prices','position':'[0-9a-f]{32}/START','prefix':'[0-9a-f]{32}/'}"),
                    following);
            assertEquals("{'pong':true}", client.ask("{'request':'ping'}"));
        }
    }

    /** Returns the frames of a follower after its answer, up to the last message. */
    private List<byte[]> frames(String more, int messages) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            assertTrue(client.ask(follow(more)).startsWith("{'as':1,'following'"));
            for (int seen = 0; seen < messages; ) {
                byte[] frame = client.frame();
                seen += frame[0] == 1 ? 0 : 1;
                frames.add(frame);
            }
        }
        return frames;
    }

    private static long bytes(List<byte[]> frames) {
        return frames.stream().mapToLong(frame -> frame.length).sum();
    }

    @Test
    void aSchemaComesOnceAndMessagesAreShorterThanText() throws Exception {
        try (TcpTestClient client = TcpTestClient.connect(tcp)) {
            client.ask("{'request':'hello'}");
            for (int i = 1; i <= ORDERS; i++) {
                assertTrue(client.ask("{'request':'append','channel':'orders','number':" + i
                                + ",'method':'order','arguments':{'symbol':'SYMBOL" + i % 3 + "','quantity':"
                                + (1_000_000 + i) + "}}")
                        .contains("'appended'"));
            }
        }
        List<byte[]> texts = frames("", ORDERS);
        List<byte[]> binary = frames(",'format':'BINARY'", ORDERS);
        List<byte[]> delta = frames(",'format':'DELTA','key':'symbol'", ORDERS);
        assertEquals(ORDERS, texts.size());
        for (List<byte[]> frames : List.of(binary, delta)) {
            assertEquals(ORDERS + 1, frames.size());
            assertEquals(1, frames.getFirst()[0], "the schema");
            assertEquals(2 * 1 + 1, frames.getFirst()[1], "the number of the follower, as a varint");
            assertEquals(2 * 0 + 1, frames.getFirst()[2], "the number of the schema, as a varint");
        }
        assertEquals(2, binary.get(1)[0]);
        assertEquals(3, delta.get(1)[0]);
        assertTrue(bytes(binary) * 2 < bytes(texts), bytes(binary) + " of " + bytes(texts));
        assertTrue(bytes(delta) < bytes(binary), bytes(delta) + " of " + bytes(binary));
        String address = running.health().sections().get("clients").details().get("address");
        try (TestClient client = TestClient.connect(address, "")) {
            client.ask(follow(",'format':'BINARY'"));
            for (byte[] frame : binary) {
                assertEquals("bytes " + HexFormat.of().formatHex(frame), client.next(), "the same by WebSocket");
            }
        }
    }

    @Test
    void aConversationIsShownAsTextWhateverItsFormat() throws IOException {
        try (TcpTestClient client = TcpTestClient.connect(tcp);
                TcpTestClient viewer = TcpTestClient.connect(tcp)) {
            String welcome = client.ask("{'request':'hello'}");
            String name = welcome.replaceFirst("\\{'client':'([^']*)'.*", "$1");
            viewer.ask("{'request':'hello'}");
            assertEquals("{'tapping':'" + name + "'}", viewer.ask("{'request':'tap','client':'" + name + "'}"));
            client.ask(follow(",'format':'DELTA'"));
            client.send("{'request':'append','channel':'orders','number':1,'method':'order',"
                    + "'arguments':{'symbol':'A','quantity':7}}");
            String shown = viewer.next();
            while (!shown.contains("'method':'price'")) {
                shown = viewer.next();
            }
            assertTrue(shown.endsWith("'method':'price','arguments':{'symbol':'A','value':7.0}}}"), shown);
        }
    }
}
