package io.millrace.clients;

import io.millrace.server.SessionEnd;
import io.millrace.server.WebSocketListener;
import io.millrace.server.WebSocketSession;
import java.nio.ByteBuffer;

/** A client that has connected by WebSocket. */
final class WebSocketClient implements ClientConnection, WebSocketListener {

    private final WebSocketSession socket;
    private final ClientSession session;

    private WebSocketClient(WebSocketSession socket, ClientLoop loop, ClientLimits limits) {
        this.socket = socket;
        this.session = new ClientSession(this, loop, limits);
    }

    /** Takes a client. */
    static WebSocketClient joined(WebSocketSession socket, ClientLoop loop, ClientLimits limits) {
        WebSocketClient client = new WebSocketClient(socket, loop, limits);
        loop.joined(client.session);
        return client;
    }

    @Override
    public void text(String text) {
        session.text(text, ClientSession.Comes.ALONE);
    }

    @Override
    public boolean takesBytes() {
        return true;
    }

    @Override
    public void bytes(byte[] message) {
        if (message.length > 0 && CallFrames.isOne(message)) {
            session.frame(message, ClientSession.Comes.ALONE);
        } else {
            close(SessionEnd.policy("a message of bytes is no request length=" + message.length));
        }
    }

    @Override
    public void closed(SessionEnd end) {
        var _ = session.closed();
    }

    @Override
    public String principal() {
        return socket.request().principal();
    }

    @Override
    public String remote() {
        return socket.request().remote();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void send(ByteBuffer message, Runnable sent) {
        if (isText(message)) {
            socket.send(message, sent);
        } else {
            socket.sendBytes(message, sent);
        }
    }

    @Override
    public void sendWithNext(ByteBuffer message, Runnable sent) {
        if (isText(message)) {
            socket.sendWithNext(message, sent);
        } else {
            socket.sendBytesWithNext(message, sent);
        }
    }

    private static boolean isText(ByteBuffer message) {
        return message.get(message.position()) == '{';
    }

    @Override
    public void close(SessionEnd end) {
        socket.close(end);
    }
}
