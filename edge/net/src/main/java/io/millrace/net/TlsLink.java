package io.millrace.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/**
 * A link with TLS. Both sides show certificates; a side whose certificate is refused learns it when it reads.
 *
 * <p>It ends by its TCP channel alone. {@link SSLSocket#close} would say goodbye first, and for that wait for the lock
 * of a write that a silent peer blocks. The messages that it carries have lengths, so a peer notices a missing goodbye.
 */
final class TlsLink extends Link {

    /** Bytes of one record of TLS at most. */
    private static final int CHUNK_BYTES = 1 << 14;

    private final SocketChannel channel;
    private final SSLSocket socket;
    private InputStream in;
    private OutputStream out;
    private final byte[] incoming = new byte[CHUNK_BYTES];
    private final byte[] outgoing = new byte[CHUNK_BYTES];
    private Optional<String> name = Optional.empty();

    /**
     * Creates a link that is watched from now on, also in its handshake.
     *
     * @param channel the connection
     * @param socket overlays the socket of the channel
     */
    TlsLink(SocketChannel channel, SSLSocket socket, HostPort peer, LinkWatch watch) {
        super(peer, watch);
        this.channel = channel;
        this.socket = socket;
    }

    /** Performs the handshake, before anything else is done with the link. */
    void handshake() throws IOException {
        socket.startHandshake();
        in = socket.getInputStream();
        out = socket.getOutputStream();
        name = commonName(socket);
        touch();
    }

    private static Optional<String> commonName(SSLSocket socket) {
        try {
            X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            LdapName subject =
                    new LdapName(certificate.getSubjectX500Principal().getName());
            return subject.getRdns().stream()
                    .filter(part -> part.getType().equalsIgnoreCase("CN"))
                    .map(Rdn::getValue)
                    .map(Object::toString)
                    .findFirst();
        } catch (SSLPeerUnverifiedException | InvalidNameException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<String> peerName() {
        return name;
    }

    @Override
    int receive(ByteBuffer into) throws IOException {
        if (into.hasArray()) {
            int count = in.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
            into.position(into.position() + Math.max(0, count));
            return count;
        }
        int count = in.read(incoming, 0, Math.min(incoming.length, into.remaining()));
        if (count > 0) {
            into.put(incoming, 0, count);
        }
        return count;
    }

    @Override
    void send(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            int bytes = Math.min(outgoing.length, from.remaining());
            from.get(outgoing, 0, bytes);
            out.write(outgoing, 0, bytes);
            progressed();
        }
    }

    @Override
    void send(ByteBuffer first, ByteBuffer second) throws IOException {
        int head = first.remaining();
        if (head > outgoing.length) {
            send(first);
            send(second);
            return;
        }
        first.get(outgoing, 0, head);
        int bytes = Math.min(outgoing.length - head, second.remaining());
        second.get(outgoing, head, bytes);
        out.write(outgoing, 0, head + bytes);
        progressed();
        send(second);
    }

    @Override
    void abort() throws IOException {
        channel.close();
    }
}
