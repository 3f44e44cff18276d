package io.millrace.server;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;

/**
 * A session between the connection and the listener. Frames arrive one after the other; sending is for any thread. The
 * first reason to end is the one that the listener learns.
 */
final class SocketSession implements FrameHandler, WebSocketSession {

    private static final int BAD_DATA = 1007;
    private static final int UNSUPPORTED = 1003;
    private static final int TOO_BIG = 1009;
    private static final int MAX_REASON = 120;
    private static final long ANSWER_NS = 5_000_000_000L;

    private final SocketSessions sessions;
    private final WebSocketEndpoint endpoint;
    private final String path;
    private final WebRequest opening;
    private final ErrorReports reports;
    private final AtomicReference<SessionEnd> end = new AtomicReference<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private boolean isBinary;

    /** When each frame that waits was given to the connection, in nanoseconds. */
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();

    /** When the end was sent to the client, in nanoseconds. */
    private volatile long closingNs;

    private volatile boolean isOver;
    private volatile CoreSession session;
    private volatile WebSocketListener listener;

    SocketSession(
            SocketSessions sessions,
            WebSocketEndpoint endpoint,
            String path,
            WebRequest opening,
            ErrorReports reports) {
        this.sessions = sessions;
        this.endpoint = endpoint;
        this.path = path;
        this.opening = opening;
        this.reports = reports;
    }

    String path() {
        return path;
    }

    @Override
    public void onOpen(CoreSession core, Callback callback) {
        session = core;
        if (sessions.opened(this)) {
            try {
                listener = endpoint.open(this);
            } catch (Throwable e) {
                failed(e);
            }
        } else {
            close(SessionEnd.policy("too many sessions are open"));
        }
        if (isOver) {
            tellEnd();
        }
        callback.succeeded();
        core.demand();
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        switch (frame.getOpCode()) {
            case OpCode.TEXT, OpCode.BINARY, OpCode.CONTINUATION -> message(frame);
            case OpCode.PING ->
                session.sendFrame(new Frame(OpCode.PONG, copy(frame.getPayload())), Callback.NOOP, false);
            default -> {
                // A pong needs no answer, and the end is answered by the session itself.
            }
        }
        callback.succeeded();
        if (frame.getOpCode() != OpCode.CLOSE) {
            session.demand();
        }
    }

    private static ByteBuffer copy(ByteBuffer payload) {
        ByteBuffer copy = ByteBuffer.allocate(payload.remaining());
        copy.put(payload.duplicate());
        return copy.flip();
    }

    private void message(Frame frame) {
        if (end.get() != null) {
            return;
        }
        if (frame.getOpCode() != OpCode.CONTINUATION) {
            isBinary = frame.getOpCode() == OpCode.BINARY;
        }
        WebSocketListener receiver = listener;
        if (receiver == null) {
            return;
        }
        if (isBinary && !receiver.takesBytes()) {
            close(new SessionEnd(UNSUPPORTED, "messages must be text"));
            return;
        }
        ByteBuffer payload = frame.getPayload().duplicate();
        if (message.size() + payload.remaining() > sessions.maxMessageBytes()) {
            message.reset();
            close(new SessionEnd(TOO_BIG, "message is too long maxMessageBytes=" + sessions.maxMessageBytes()));
            return;
        }
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        message.writeBytes(bytes);
        if (!frame.isFin()) {
            return;
        }
        byte[] whole = message.toByteArray();
        message.reset();
        try {
            if (isBinary) {
                receiver.bytes(whole);
            } else {
                receiver.text(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(whole))
                        .toString());
            }
        } catch (CharacterCodingException e) {
            close(new SessionEnd(BAD_DATA, "message is not UTF-8 reason=" + e.getMessage()));
        } catch (RefusedException e) {
            close(SessionEnd.policy(String.valueOf(e.getMessage())));
        } catch (Throwable e) {
            failed(e);
        }
    }

    private void failed(Throwable error) {
        reports.report("session " + path, error);
        close(new SessionEnd(SessionEnd.ERROR, "the server has an error, see its log"));
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        end.compareAndSet(null, lost(cause));
        callback.succeeded();
    }

    /** Returns the end of a session whose connection has failed; the code says that the client was told nothing. */
    private static SessionEnd lost(Throwable cause) {
        return new SessionEnd(CloseStatus.NO_CLOSE, String.valueOf(cause.getMessage()));
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        sessions.closed(this);
        isOver = true;
        String reason = status.getReason() == null ? "" : status.getReason();
        end.compareAndSet(null, new SessionEnd(status.getCode(), reason));
        tellEnd();
        callback.succeeded();
    }

    private void tellEnd() {
        WebSocketListener receiver = listener;
        if (receiver != null && told.compareAndSet(false, true)) {
            try {
                receiver.closed(end.get());
            } catch (Throwable e) {
                reports.report("session " + path, e);
            }
        }
    }

    @Override
    public WebRequest request() {
        return opening;
    }

    @Override
    public void send(String text, Runnable sent) {
        send(new Frame(OpCode.TEXT, true, text), sent, false);
    }

    @Override
    public void send(ByteBuffer utf8, Runnable sent) {
        send(new Frame(OpCode.TEXT, true, utf8.slice()), sent, false);
    }

    @Override
    public void sendWithNext(ByteBuffer utf8, Runnable sent) {
        send(new Frame(OpCode.TEXT, true, utf8.slice()), sent, true);
    }

    @Override
    public void sendBytes(ByteBuffer bytes, Runnable sent) {
        send(new Frame(OpCode.BINARY, true, bytes.slice()), sent, false);
    }

    @Override
    public void sendBytesWithNext(ByteBuffer bytes, Runnable sent) {
        send(new Frame(OpCode.BINARY, true, bytes.slice()), sent, true);
    }

    private void send(Frame frame, Runnable sent, boolean isBatched) {
        if (!isOpen()) {
            return;
        }
        synchronized (waiting) {
            waiting.addLast(System.nanoTime());
        }
        Callback callback = Callback.from(
                () -> {
                    written();
                    sent.run();
                },
                failure -> {
                    written();
                    if (failure instanceof WritePendingException) {
                        endSlowReader("client does not read, too many frames wait");
                    } else if (end.compareAndSet(null, lost(failure))) {
                        session.abort();
                    }
                });
        session.sendFrame(frame, callback, isBatched);
    }

    private void written() {
        synchronized (waiting) {
            waiting.pollFirst();
        }
    }

    /** Returns for how long the oldest frame has waited for the client, in nanoseconds. */
    long waitsNs(long nowNs) {
        synchronized (waiting) {
            Long since = waiting.peekFirst();
            return since == null ? 0 : nowNs - since;
        }
    }

    @Override
    public boolean isOpen() {
        CoreSession core = session;
        return end.get() == null && core != null && core.isOutputOpen();
    }

    /** Ends a session whose client does not read, at once: no frame with the reason could wait after the others. */
    private void endSlowReader(String reason) {
        if (end.compareAndSet(null, SessionEnd.policy(reason))) {
            sessions.slowReader();
            session.abort();
        }
    }

    /** Ends a session whose client does not read, with the reason after what waits, for a client that reads again. */
    void endStalled(String reason) {
        if (end.compareAndSet(null, SessionEnd.policy(reason))) {
            sessions.slowReader();
            closeWith(SessionEnd.policy(reason));
        }
    }

    @Override
    public void close(SessionEnd why) {
        if (end.compareAndSet(null, why)) {
            closeWith(why);
        }
    }

    private void closeWith(SessionEnd why) {
        closingNs = System.nanoTime();
        String reason = why.reason();
        session.close(
                why.code(), reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON), Callback.NOOP);
    }

    /** Closes the connection where the client has not answered the end in time. */
    void abortIfUnanswered(long nowNs) {
        if (end.get() != null && closingNs != 0 && nowNs - closingNs > ANSWER_NS) {
            session.abort();
        }
    }
}
