package io.millrace.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Connects by WebSocket, with the client of the JDK. */
final class WebSocketConnector implements Connector {

    private static final String PATH = "/clients";

    private final ClientOptions options;
    private final HttpClient http;
    private final URI uri;
    private final String origin;

    private WebSocketConnector(ClientOptions options, HttpClient http, URI uri, String origin) {
        this.options = options;
        this.http = http;
        this.uri = uri;
        this.origin = origin;
    }

    /** Returns a connector; the threads of the client of the JDK start. */
    static WebSocketConnector start(ClientOptions options, boolean isSecure) {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(options.connectWithin());
        options.tls().ifPresent(builder::sslContext);
        String authority = options.uri().getRawAuthority();
        String path = options.uri().getRawPath();
        boolean hasPath = path != null && path.length() > 1;
        URI uri = URI.create((isSecure ? "wss://" : "ws://") + authority + (hasPath ? path : PATH));
        return new WebSocketConnector(options, builder.build(), uri, (isSecure ? "https://" : "http://") + authority);
    }

    @Override
    public Connection connect(ServerMessages received) {
        WebSocketConnection connection = new WebSocketConnection(received);
        WebSocket.Builder builder = http.newWebSocketBuilder()
                .connectTimeout(options.connectWithin())
                .header("Origin", origin);
        options.token().ifPresent(token -> builder.header("Authorization", "Bearer " + token));
        try {
            WebSocket socket = builder.buildAsync(uri, connection)
                    .get(2 * options.connectWithin().toMillis(), TimeUnit.MILLISECONDS);
            connection.opened(socket);
            return connection;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException handshake) {
                throw new ClientException(
                        "the server refuses the connection uri=" + uri + " status="
                                + handshake.getResponse().statusCode(),
                        e);
            }
            throw new ClientException("cannot connect uri=" + uri + " reason=" + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new ClientException("cannot connect in time uri=" + uri, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClientException("the attempt to connect was interrupted uri=" + uri, e);
        }
    }

    @Override
    public void close(Closing closing) {
        http.shutdownNow();
        if (closing == Closing.WAIT) {
            http.close();
        }
    }
}
