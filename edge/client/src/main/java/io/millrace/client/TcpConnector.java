package io.millrace.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Connects by TCP, with TLS where the options have certificates. */
final class TcpConnector implements Connector {

    private final ClientOptions options;
    private final boolean isSecure;

    TcpConnector(ClientOptions options, boolean isSecure) {
        this.options = options;
        this.isSecure = isSecure;
    }

    @Override
    public Connection connect(ServerMessages received) {
        String host = options.uri().getHost();
        int port = options.uri().getPort();
        int timeoutMs = Math.clamp(options.connectWithin().toMillis(), 1, Integer.MAX_VALUE);
        Socket socket = connected(host, port, timeoutMs);
        try {
            socket.setTcpNoDelay(true);
            Socket secured = isSecure ? secured(socket, host, port, timeoutMs) : socket;
            return TcpConnection.start(socket, secured, received);
        } catch (IOException | RuntimeException e) {
            try {
                socket.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw failed("", e);
        }
    }

    /** Connects to the first address of the host that accepts. */
    private Socket connected(String host, int port, int timeoutMs) {
        ClientException failed = null;
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                Socket socket = new Socket();
                try {
                    socket.connect(new InetSocketAddress(address, port), timeoutMs);
                    return socket;
                } catch (IOException e) {
                    socket.close();
                    ClientException next = failed("address=" + address.getHostAddress() + " ", e);
                    if (failed == null) {
                        failed = next;
                    } else {
                        failed.addSuppressed(next);
                    }
                }
            }
        } catch (IOException e) {
            throw failed("", e);
        }
        throw failed;
    }

    private ClientException failed(String address, Exception reason) {
        return new ClientException("cannot connect uri=" + options.uri() + " " + address + "reason=" + reason, reason);
    }

    private Socket secured(Socket socket, String host, int port, int timeoutMs) throws IOException {
        SSLSocket secured = (SSLSocket) options.tls()
                .orElseThrow(() -> new ClientException("certificates are needed for TLS over TCP uri=" + options.uri()))
                .getSocketFactory()
                .createSocket(socket, host, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the rules for names in certificates, RFC 9110
        secured.setSSLParameters(parameters);
        secured.setSoTimeout(timeoutMs);
        secured.startHandshake();
        secured.setSoTimeout(0);
        return secured;
    }

    @Override
    public void close(Closing closing) {
        // Each connection has threads of its own, which end with it.
    }
}
