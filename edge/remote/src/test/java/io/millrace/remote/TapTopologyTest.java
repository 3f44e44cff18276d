package io.millrace.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.MapRange;
import io.millrace.journal.Durability;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conversation of a client with a served map is shown to those that may see it. */
class TapTopologyTest {

    @TempDir
    private Path data;

    private final BlockingQueue<String> shown = new LinkedBlockingQueue<>();

    /** A viewer, whose connection ends with it, also where a test has failed. */
    private record Viewer(HttpClient http, WebSocket socket) implements AutoCloseable {

        private void ask(String request) {
            socket.sendText(request.replace('\'', '"'), true).join();
        }

        @Override
        public void close() {
            socket.abort();
            http.shutdownNow();
            http.close();
        }
    }

    private Viewer viewer(RunningTopology running) {
        URI address = URI.create(StockProgram.detail(running, "address"));
        WebSocket.Listener listener = new WebSocket.Listener() {
            private final StringBuilder text = new StringBuilder();

            @Override
            public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
                text.append(part);
                if (last) {
                    shown.add(text.toString().replace('"', '\''));
                    text.setLength(0);
                }
                socket.request(1);
                return null;
            }
        };
        HttpClient http = HttpClient.newHttpClient();
        return new Viewer(
                http,
                http.newWebSocketBuilder()
                        .header("Origin", "http://" + address.getAuthority())
                        .buildAsync(URI.create("ws://" + address.getAuthority() + "/clients"), listener)
                        .join());
    }

    /** Returns the next frame that is shown, with its speaker. */
    private String next() throws InterruptedException {
        return shown.take().replaceAll("^\\{'tap':'[^']*','from':'([^']*)','time':'[^']*','text':(.*)}$", "$1 $2");
    }

    private static InteractionClient connect(RunningTopology running, ClientOptions options) {
        return TcpSession.client(HostPort.parse(StockProgram.detail(running, "tcp")), LinkOptions.defaults(), options);
    }

    @ParameterizedTest
    @EnumSource(names = {"BINARY", "JSON"})
    void eachFrameIsShownAsJson(WireFormat format) throws Exception {
        ClientOptions options = ClientOptions.defaults()
                .withFormat(format)
                .withTypes(WireTypes.none().allow(Take.class, Place.class))
                .withNewName();
        try (RunningTopology running = StockProgram.run(
                        data, Durability.MAPPED, InteractionsSpec.at(0, 0).withTap("*"));
                InteractionClient client = connect(running, options);
                Viewer viewer = viewer(running)) {
            String name = client.name();
            viewer.ask("{'request':'tap'}");
            assertEquals("{'clients':['" + name + "']}", next());
            viewer.ask("{'request':'tap','client':'" + name + "'}");
            assertEquals("{'tapping':'" + name + "'}", next());
            StockMap map = client.as(StockMap.class);
            map.put("nut", new Stock(5, "here")).toCompletableFuture().join();
            assertTrue(next().matches("client \\{'call':[0-9]+,'on':'[a-zA-Z.]*StockMap','method':'put',"
                    + "'arguments':\\['nut',\\{'amount':5,'place':'here'}]}"));
            assertTrue(next().matches("server \\{'answer':[0-9]+,'value':'[0-9a-f]{32}/0:[0-9]+'}"));
            map.follow(MapRange.all(), new StockRecorder()).more(1);
            assertTrue(next().contains("'method':'follow'"));
            String event = next();
            while (!event.contains("'event'")) {
                event = next();
            }
            assertTrue(event.startsWith("server {'event':") && event.contains("'nut'"), event);
        }
    }

    @Test
    void aClientWithoutANameHasANumberAndItsTokenIsNotShown() throws Exception {
        try (RunningTopology running = StockProgram.run(
                        data, Durability.MAPPED, InteractionsSpec.at(0, 0).withTap("*"));
                Viewer viewer = viewer(running)) {
            viewer.ask("{'request':'tap','client':'#1'}");
            assertEquals("{'tapping':'#1'}", next());
            try (InteractionClient client =
                    connect(running, ClientOptions.defaults().withToken("secret of alice"))) {
                assertEquals("client {'hello':1,'token':'(not shown)'}", next());
                assertEquals("server {'hello':1}", next());
                assertEquals(0, client.counts().pending());
            }
        }
    }

    @Test
    void whoMayNotSeeItIsToldSo() throws Exception {
        try (RunningTopology running = StockProgram.run(
                        data, Durability.MAPPED, InteractionsSpec.at(0, 0).withTap("ops"));
                Viewer viewer = viewer(running)) {
            viewer.ask("{'request':'tap'}");
            assertEquals("{'error':'this principal may not see conversations principal='}", next());
            viewer.ask("{'request':'hello'}");
            assertEquals("{'error':'there is no such request request=hello known=[tap]'}", next());
            viewer.ask("rubbish");
            assertTrue(next().startsWith("{'error':'a request is no JSON reason="));
        }
    }
}
