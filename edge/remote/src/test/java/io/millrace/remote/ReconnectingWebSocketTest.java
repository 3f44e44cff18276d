package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionServer;
import io.millrace.interaction.ReconnectOptions;
import io.millrace.interaction.ReconnectingClient;
import io.millrace.server.WebServer;
import io.millrace.server.WebServerOptions;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Connecting again over WebSocket. */
class ReconnectingWebSocketTest extends ReconnectingContract {

    private WebServer web;

    @Override
    int listen(InteractionServer toServe) {
        String authority = proxy.address().toString();
        web = WebServer.with(WebServerOptions.loopback()
                        .withHosts(List.of(authority))
                        .withOrigins(List.of("http://" + authority)))
                .webSocket("/interactions", WebSocketServer.endpoint(toServe))
                .start();
        return URI.create(web.uri()).getPort();
    }

    @Override
    ReconnectingClient connect(ClientOptions options, ReconnectOptions reconnect) {
        URI uri = URI.create("ws://" + proxy.address() + "/interactions");
        return WebSocketClient.reconnecting(uri, Optional.empty(), options, reconnect);
    }

    @Override
    void stop() {
        web.close();
    }
}
