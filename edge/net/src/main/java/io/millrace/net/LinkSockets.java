package io.millrace.net;

import io.millrace.net.TlsIdentity.Side;
import io.millrace.replication.ErrorReason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Makes links of connected sockets, with the handshake of TLS where there is an identity. */
final class LinkSockets {

    private LinkSockets() {}

    /** Is given each channel before it connects, so that another thread can close it. */
    interface Attempt {

        /** Returns whether the attempt continues; the channel is closed where it does not. */
        boolean begins(SocketChannel channel);
    }

    /**
     * Connects to the first address of a host that accepts, and returns the link. All addresses together have the time
     * of one attempt.
     *
     * @return null where {@code attempt} has ended it
     * @throws NetException if the host is unknown, refuses or does not answer in time, or the certificates do not fit
     */
    static Link connect(Attempt attempt, HostPort address, LinkOptions options, LinkWatch watch) {
        return connect(attempt, address, address.resolveAll(), options, watch);
    }

    /** Connects to one of some addresses, which a host has. */
    static Link connect(
            Attempt attempt, HostPort host, List<InetSocketAddress> addresses, LinkOptions options, LinkWatch watch) {
        long untilNs = System.nanoTime() + options.connectWithin().toNanos();
        NetException failure = null;
        boolean hasAnswered = false;
        for (int i = 0; i < addresses.size(); i++) {
            long restMs = TimeUnit.NANOSECONDS.toMillis(untilNs - System.nanoTime()) / (addresses.size() - i);
            String which = addresses.size() == 1
                    ? ""
                    : " of=" + addresses.get(i).getAddress().getHostAddress();
            SocketChannel channel = null;
            try {
                channel = SocketChannel.open();
                if (!attempt.begins(channel)) {
                    closeQuietly(channel);
                    return null;
                }
                long acceptMs = Math.min(restMs, options.acceptWithin().toMillis());
                channel.socket().connect(addresses.get(i), Math.clamp(acceptMs, 1, Integer.MAX_VALUE));
                return link(channel, host, options, watch, Side.CONNECTS);
            } catch (IOException | NetException e) {
                closeQuietly(channel);
                NetException next = e instanceof NetException known
                        ? known
                        : new NetException(
                                "cannot connect address=" + host + which + " reason=" + ErrorReason.of(e), e);
                if (hasAnswered) { // why a handshake failed says more than that nothing is at another address
                    failure.addSuppressed(next);
                } else {
                    if (failure != null) {
                        next.addSuppressed(failure);
                    }
                    failure = next;
                    hasAnswered = e instanceof NetException;
                }
            } catch (RuntimeException e) {
                closeQuietly(channel);
                throw e;
            }
        }
        throw failure;
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
        socket.setSoTimeout(Math.toIntExact(
                Math.min(Integer.MAX_VALUE, options.connectWithin().toMillis())));
        TlsLink link = new TlsLink(channel, tls.get().overlay(socket, peer, side), peer, watch);
        try {
            link.handshake();
            socket.setSoTimeout(0);
            return link;
        } catch (IOException e) {
            String why = link.closedFor();
            link.close("handshake of TLS failed");
            String text = "handshake of TLS failed peer=" + peer + " reason=" + (why == null ? ErrorReason.of(e) : why);
            throw why == null && isRefusal(e) ? new RefusingPeerException(text, e) : new NetException(text, e);
        }
    }

    /** Returns whether one side refused the other one in a handshake, and not the connection was lost. */
    private static boolean isRefusal(IOException failure) {
        boolean isRefusal = failure instanceof SSLException;
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            isRefusal &= cause instanceof SSLException || !(cause instanceof IOException);
        }
        return isRefusal;
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
