package io.millrace.clients;

import io.millrace.net.Link;
import io.millrace.net.NetException;
import io.millrace.server.AccessTokens;
import io.millrace.server.SessionEnd;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Serves the connections of clients by TCP, each in a thread of its own. The principal of a connection is the common
 * name in the certificate of the client; without TLS it is the owner of the token in the first request, a hello.
 */
final class TcpClients {

    /** The most requests that are served together. */
    private static final int MAX_TOGETHER = 64;

    private final ClientLoop loop;
    private final AccessTokens tokens;
    private final ClientLimits limits;

    TcpClients(ClientLoop loop, AccessTokens tokens, ClientLimits limits) {
        this.loop = loop;
        this.tokens = tokens;
        this.limits = limits;
    }

    /** Serves a connection until it ends. */
    void serve(Link link) {
        TcpFrames frames = new TcpFrames(link, limits.maxBytes());
        try {
            Optional<byte[]> first = frames.next();
            if (first.isPresent()) {
                String text = TcpFrames.text(first.get());
                String principal = principal(link, text);
                link.establish();
                serve(link, frames, principal, text);
            }
        } catch (TcpFrames.WrongFrameException e) {
            refuse(link, e.end().reason());
        } catch (RequestException e) {
            refuse(link, e.getMessage());
        } catch (NetException e) {
            if (!link.isClosed()) {
                throw e;
            }
        }
    }

    /** Returns the principal of a connection. */
    private String principal(Link link, String first) {
        Optional<String> certified = link.peerName();
        if (certified.isPresent()) {
            if (!certified.get().matches("[A-Za-z0-9._-]{1,64}")) {
                throw new RequestException("common name of the certificate has letters, digits, dots, dashes and"
                        + " underscores, at most 64 name=" + ClientRequest.shortened(certified.get()));
            }
            return certified.get();
        }
        if (tokens.isEmpty()) {
            return "";
        }
        return ClientRequest.parse(first)
                .text("token")
                .flatMap(tokens::owner)
                .orElseThrow(() -> new RequestException(
                        "token is missing or wrong; the first request is a hello with the member token"));
    }

    private static void refuse(Link link, String reason) {
        ByteBuffer text = ByteBuffer.wrap(ClientTexts.error(reason).getBytes(StandardCharsets.UTF_8));
        ByteBuffer frame = ByteBuffer.allocate(TcpFrames.HEADER_BYTES + text.remaining());
        TcpFrames.put(frame, text);
        link.write(frame.flip());
    }

    private void serve(Link link, TcpFrames frames, String principal, String first) {
        TcpClient client = new TcpClient(link, principal, limits);
        ClientSession session = new ClientSession(client, loop, limits);
        client.start();
        loop.joined(session);
        try {
            session.text(first, ClientSession.Comes.ALONE);
            int most = Math.clamp(
                    limits.maxWaiting() / 2, 1, MAX_TOGETHER); // those that are not served yet count as waiting
            int together = 0;
            while (client.isOpen()) {
                if (!frames.hasNext()) {
                    client.writeHere();
                }
                Optional<byte[]> next = frames.next();
                if (next.isEmpty()) {
                    return;
                }
                together = frames.hasNext() ? (together + 1) % most : 0;
                ClientSession.Comes comes =
                        together > 0 ? ClientSession.Comes.BEFORE_OTHERS : ClientSession.Comes.ALONE;
                if (CallFrames.isOne(next.get())) {
                    session.frame(next.get(), comes);
                } else {
                    session.text(TcpFrames.text(next.get()), comes);
                }
            }
        } catch (TcpFrames.WrongFrameException e) {
            client.close(e.end());
        } catch (NetException e) {
            client.close(new SessionEnd(SessionEnd.GOING_AWAY, "the connection was lost"));
        } finally {
            client.finish(session.closed());
        }
    }
}
