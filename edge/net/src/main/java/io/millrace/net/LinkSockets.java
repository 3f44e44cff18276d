package io.millrace.net;

import io.millrace.net.TlsIdentity.Side;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLSocket;

/** Makes links of connected sockets, with the handshake of TLS where there is an identity. */
final class LinkSockets {

    private LinkSockets() {}

    /**
     * Connects a channel and returns the link; closes the channel where that fails. Another thread may close the
     * channel meanwhile.
     *
     * @throws NetException if the host is unknown, refuses or does not answer in time, or the certificates do not fit
     */
    static Link connect(SocketChannel channel, HostPort address, LinkOptions options, LinkWatch watch) {
        try {
            InetSocketAddress to = address.resolve();
            int timeoutMs = Math.toIntExact(
                    Math.min(Integer.MAX_VALUE, options.connectWithin().toMillis()));
            channel.socket().connect(to, Math.max(1, timeoutMs));
            return link(channel, address, options, watch, Side.CONNECTS);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new NetException("cannot connect address=" + address + " reason=" + e, e);
        } catch (RuntimeException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    /** Returns a link over a channel that is connected; closes the channel where that fails. */
    static Link link(SocketChannel channel, HostPort peer, LinkOptions options, LinkWatch watch, Side side)
            throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(true);
        Optional<TlsIdentity> tls = options.tls();
        if (tls.isEmpty()) {
            return new PlainLink(channel, peer, watch);
        }
        Socket socket = channel.socket();
        try {
            socket.setSoTimeout(Math.toIntExact(
                    Math.min(Integer.MAX_VALUE, options.connectWithin().toMillis())));
            SSLSocket secured = tls.get().overlay(socket, peer, side);
            secured.startHandshake();
            socket.setSoTimeout(0);
            return new TlsLink(secured, peer, watch);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new NetException("handshake of TLS failed peer=" + peer + " reason=" + e, e);
        }
    }

    static void closeQuietly(SocketChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                System.getLogger(LinkSockets.class.getPackageName())
                        .log(System.Logger.Level.DEBUG, "cannot close socket", e);
            }
        }
    }
}
