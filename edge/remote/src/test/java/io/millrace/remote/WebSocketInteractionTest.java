package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionServer;
import io.millrace.server.WebServer;
import io.millrace.server.WebServerOptions;
import java.net.URI;
import java.util.Optional;

/** Over WebSocket. */
class WebSocketInteractionTest extends RemoteContract {

    private WebServer web;

    @Override
    void listen(InteractionServer toServe) {
        web = WebServer.with(WebServerOptions.loopback())
                .webSocket("/interactions", WebSocketServer.endpoint(toServe))
                .start();
    }

    @Override
    InteractionClient connect(ClientOptions options) {
        String authority = URI.create(web.uri()).getAuthority();
        return WebSocketClient.client(URI.create("ws://" + authority + "/interactions"), Optional.empty(), options);
    }

    @Override
    void stop() {
        web.close();
    }
}
