package io.millrace.remote;

import io.millrace.interaction.FrameReceiver;
import io.millrace.interaction.FrameTransport;
import io.millrace.interaction.InteractionServer;
import io.millrace.server.SessionEnd;
import io.millrace.server.WebSocketEndpoint;
import io.millrace.server.WebSocketListener;
import io.millrace.server.WebSocketSession;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;

/** Sessions over WebSocket, at a path of a web server: each frame is a text. */
public final class WebSocketServer {

    private WebSocketServer() {}

    /** Returns the endpoint by which the clients of a web server call an interaction server. */
    public static WebSocketEndpoint endpoint(InteractionServer server) {
        return endpoint(server::openAs);
    }

    /**
     * Returns the endpoint for sessions of any kind of text frames.
     *
     * @param sessions gets what sends to a client, and the owner of its token, perhaps empty; returns what receives its
     *     frames
     */
    public static WebSocketEndpoint endpoint(BiFunction<FrameTransport, String, FrameReceiver> sessions) {
        return session -> new Receiver(
                sessions.apply(new Texts(session), session.request().principal()));
    }

    private record Receiver(FrameReceiver frames) implements WebSocketListener {

        @Override
        public void text(String text) {
            frames.received(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void closed(SessionEnd end) {
            frames.closed(
                    end.reason().isEmpty() ? "the client has ended the session code=" + end.code() : end.reason());
        }
    }

    private record Texts(WebSocketSession session) implements FrameTransport {

        @Override
        public boolean carriesText() {
            return true;
        }

        @Override
        public void send(ByteBuffer frame) {
            session.send(StandardCharsets.UTF_8.decode(frame.duplicate()).toString(), () -> {});
        }

        @Override
        public void flush() {
            // The session sends at once.
        }

        @Override
        public void close(String reason) {
            session.close(SessionEnd.policy(reason));
        }
    }
}
