package io.millrace.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Connects with an address of a server, again and again, by TCP or by WebSocket, with TLS or without. */
final class Connector {

    /** The most messages that wait beside calls and queries, such as those for more of what is followed. */
    private static final int MORE_WAITING = 100_000;

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final ClientOptions options;
    private final URI uri;
    private final boolean isWeb;
    private final boolean isSecure;
    private final String host;
    private final int port;

    /** What is being connected; null while nothing is. */
    private volatile Socket connecting;

    private volatile boolean isClosed;

    private Connector(ClientOptions options, URI uri, boolean isSecure) {
        this.options = options;
        this.uri = uri;
        this.isWeb = options.isWeb();
        this.isSecure = isSecure;
        this.host = uri.getHost().startsWith("[")
                ? uri.getHost().substring(1, uri.getHost().length() - 1)
                : uri.getHost();
        this.port = uri.getPort() > 0 || !isWeb ? uri.getPort() : isSecure ? HTTPS_PORT : HTTP_PORT;
        if (port < 1 || port > Character.MAX_VALUE) {
            throw new ClientException("the address of a server has no port from 1 to 65535 uri=" + uri);
        }
    }

    /**
     * Returns a connector with one of the addresses.
     *
     * @throws ClientException where the address is of no kind that is known, or a header cannot carry the token
     */
    static Connector of(ClientOptions options, URI uri) {
        Connector connector = switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
            case "ws", "http", "tcp" -> new Connector(options, uri, false);
            case "wss", "https", "tls" -> new Connector(options, uri, true);
            default ->
                throw new ClientException(
                        "the kind of the address is not known uri=" + uri + " known=[ws, wss, http, https, tcp, tls]");
        };
        if (connector.isWeb) {
            options.token().ifPresent(token -> WebSocketHandshake.requireToken(uri, token));
        }
        return connector;
    }

    /**
     * Connects.
     *
     * @param received takes what the server sends
     * @throws ClientException where that fails, with the reason
     */
    Connection connect(ServerMessages received) throws InterruptedException {
        int maxWaiting = Math.clamp(2L * options.maxPending() + MORE_WAITING, 1, Integer.MAX_VALUE);
        InetAddress[] addresses = addresses();
        long deadlineNs = System.nanoTime() + options.times().connectWithin().toNanos();
        Socket socket = connected(addresses, deadlineNs);
        SocketConnection connection;
        try {
            connection = SocketConnection.start(socket, this::opened, maxWaiting, received);
        } catch (RuntimeException | Error e) { // the system gives no thread, for one
            close(socket);
            throw e;
        }
        if (!connection.awaitOpened(deadlineNs - System.nanoTime())) {
            connection.end("cannot connect in time uri=" + uri + " connectWithin="
                    + options.times().connectWithin());
        }
        connecting = null;
        if (connection.hasEnded()) {
            connection.join();
            throw new ClientException(connection.reason());
        }
        return connection;
    }

    private InetAddress[] addresses() {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw failed("", e);
        }
    }

    /** Connects to the first address that accepts; each gets its share of the time that is left. */
    Socket connected(InetAddress[] addresses, long deadlineNs) {
        List<ClientException> failed = new ArrayList<>();
        for (InetAddress address : addresses) {
            long restNs = deadlineNs - System.nanoTime();
            try {
                return connected(address, restNs / (addresses.length - failed.size()));
            } catch (IOException e) {
                failed.add(failed("address=" + address.getHostAddress() + " ", e));
            }
        }
        ClientException first = failed.removeFirst();
        failed.forEach(first::addSuppressed);
        throw first;
    }

    private Socket connected(InetAddress address, long atMostNs) throws IOException {
        Socket socket = new Socket();
        connecting = socket;
        try {
            if (isClosed) {
                throw new IOException("the client was closed");
            }
            int timeoutMs = Math.clamp(TimeUnit.NANOSECONDS.toMillis(atMostNs), 1, Integer.MAX_VALUE);
            socket.connect(new InetSocketAddress(address, port), timeoutMs);
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException | RuntimeException | Error e) {
            close(socket);
            throw e;
        }
    }

    /** Opens a connection, by the thread that will read from it. */
    private Framing opened(Socket socket, Runnable bytesReceived) {
        try {
            Socket carrier = isSecure ? secured(socket) : socket;
            if (!isWeb) {
                return new TcpFraming(carrier, bytesReceived);
            }
            WebSocketFraming framing = new WebSocketFraming(carrier, bytesReceived);
            WebSocketHandshake.of(uri, isSecure, options.token()).perform(framing.in(), framing.out());
            return framing;
        } catch (IOException e) {
            throw failed("", e);
        }
    }

    private ClientException failed(String address, Exception reason) {
        return new ClientException("cannot connect uri=" + uri + " " + address + "reason=" + reason, reason);
    }

    private Socket secured(Socket socket) throws IOException {
        SSLSocket secured = (SSLSocket) context().getSocketFactory().createSocket(socket, host, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the rules for names in certificates, RFC 9110
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private SSLContext context() {
        Optional<SSLContext> given = options.tls();
        if (given.isPresent()) {
            return given.get();
        }
        if (!isWeb) {
            throw new ClientException("certificates are needed for TLS over TCP uri=" + uri);
        }
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw failed("", e);
        }
    }

    /** Ends an attempt to connect, and lets none begin; does not wait. */
    void close() {
        isClosed = true;
        Socket socket = connecting;
        if (socket != null) {
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            System.getLogger(Connector.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "cannot close a socket", e);
        }
    }
}
