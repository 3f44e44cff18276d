package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.FrameReceiver;
import io.millrace.interaction.FrameTransport;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.ReconnectOptions;
import io.millrace.interaction.ReconnectingClient;
import io.millrace.interaction.SessionEndedException;
import io.millrace.wire.WireFormat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection of a client over WebSocket, with the client of the JDK. Any thread may use it. It asks the server for
 * signs of life, and ends where nothing comes for {@link #DEAD_AFTER}.
 *
 * <p>The client of the JDK does not tell the end of a connection that it reads while a listener is called. Then it is
 * the next ping that fails, so pings are frequent.
 */
public final class WebSocketClient implements FrameTransport, AutoCloseable {

    /** After how long without anything from the server a connection ends: ten seconds. */
    public static final Duration DEAD_AFTER = Duration.ofSeconds(10);

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newHttpClient();
    private final FrameReceiver receiver;
    private final InteractionLimits limits;
    private final ReentrantLock sending = new ReentrantLock();
    private final Queue<String> waiting = new ArrayDeque<>();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private long waitingChars;
    private boolean isSending;
    private final BeatThread beats = BeatThread.everySecond();
    private WebSocket socket;
    private volatile long heardNs = System.nanoTime();

    private WebSocketClient(FrameReceiver receiver, InteractionLimits limits) {
        this.receiver = receiver;
        this.limits = limits;
    }

    /**
     * Connects.
     *
     * @param uri the endpoint, such as {@code ws://127.0.0.1:8090/interactions}
     * @param token the token of the server, if it asks for one
     * @param limits the size of a frame, and of what waits for the server
     * @param receiver receives, one frame after the other
     * @throws RemoteException if it cannot connect
     */
    public static WebSocketClient connect(
            URI uri, Optional<String> token, InteractionLimits limits, FrameReceiver receiver) {
        WebSocketClient client = new WebSocketClient(receiver, limits);
        String scheme = uri.getScheme().equals("wss") ? "https://" : "http://";
        WebSocket.Builder builder = client.http
                .newWebSocketBuilder()
                .connectTimeout(CONNECT_WITHIN)
                .header("Origin", scheme + uri.getAuthority());
        token.ifPresent(text -> builder.header("Authorization", "Bearer " + text));
        try {
            client.socket = builder.buildAsync(uri, client.new Texts()).join();
        } catch (CompletionException e) {
            client.beats.close();
            client.http.shutdownNow();
            throw new RemoteException("cannot connect uri=" + uri + " reason=" + e.getCause(), e);
        }
        client.beats.add(client::beat);
        return client;
    }

    private void beat() {
        if (System.nanoTime() - heardNs > DEAD_AFTER.toNanos()) {
            ended("nothing has come from the server for a time deadAfter=" + DEAD_AFTER);
            return;
        }
        var _ = socket.sendPing(ByteBuffer.allocate(0)).whenComplete((_, error) -> {
            if (error instanceof IOException) {
                ended("the connection has failed reason=" + error);
            }
        });
    }

    /**
     * Connects to an interaction server. The connection ends with the client; its frames are JSON.
     *
     * @param uri the endpoint
     * @param token the token of the server, if it asks for one
     * @param options the client
     * @throws RemoteException if it cannot connect
     */
    public static InteractionClient client(URI uri, Optional<String> token, ClientOptions options) {
        return InteractionClient.open(
                options.withFormat(WireFormat.JSON), receiver -> connect(uri, token, options.limits(), receiver));
    }

    /**
     * Returns a client that connects to an interaction server again and again; its frames are JSON.
     *
     * @param uri the endpoint
     * @param token the token of the server, if it asks for one
     * @param options the client
     * @param reconnect how it connects again
     */
    public static ReconnectingClient reconnecting(
            URI uri, Optional<String> token, ClientOptions options, ReconnectOptions reconnect) {
        return ReconnectingClient.open(options, reconnect, each -> client(uri, token, each));
    }

    @Override
    public boolean carriesText() {
        return true;
    }

    @Override
    public void send(ByteBuffer frame) {
        String text = StandardCharsets.UTF_8.decode(frame.duplicate()).toString();
        sending.lock();
        try {
            if (isClosed.get()) {
                throw new SessionEndedException("the connection has ended");
            }
            if (waitingChars > 0 && waitingChars + text.length() > limits.maxWaitingBytes()) {
                String reason = "the server does not read, too many bytes wait max=" + limits.maxWaitingBytes();
                close(reason);
                Thread.startVirtualThread(() -> receiver.closed(reason)); // what it ends does not belong in this call
                throw new SessionEndedException(reason);
            }
            waiting.add(text);
            waitingChars += text.length();
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void flush() {
        sending.lock();
        try {
            if (isSending) {
                return; // what sends takes this too
            }
            isSending = true;
        } finally {
            sending.unlock();
        }
        sendWaiting();
    }

    /** Sends one text after the other, each when the one before it was taken. */
    private void sendWaiting() {
        for (String next = next(); next != null; next = next()) {
            CompletableFuture<WebSocket> sent = socket.sendText(next, true);
            if (!sent.isDone() || sent.isCompletedExceptionally()) {
                CompletableFuture<WebSocket> _ = sent.whenComplete((_, error) -> sent(error));
                return;
            }
        }
    }

    /** Returns the next text, or null and then nothing sends. */
    private String next() {
        sending.lock();
        try {
            String next = isClosed.get() ? null : waiting.poll();
            if (next == null) {
                isSending = false;
            } else {
                waitingChars -= next.length();
            }
            return next;
        } finally {
            sending.unlock();
        }
    }

    private void sent(Throwable error) {
        if (error != null) {
            ended("the connection has failed reason=" + error);
        } else {
            sendWaiting();
        }
    }

    private void ended(String reason) {
        receiver.closed(reason);
        close(reason);
    }

    @Override
    public void close(String reason) {
        if (isClosed.compareAndSet(false, true)) {
            if (socket != null) {
                socket.abort();
            }
            beats.close();
            http.shutdownNow();
        }
    }

    /** Closes the connection. */
    @Override
    public void close() {
        close("this side has closed the connection");
        receiver.closed("this side has closed the connection");
    }

    /** Collects the parts of a text. */
    private final class Texts implements WebSocket.Listener {

        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            heardNs = System.nanoTime();
            if (parts.length() + data.length() > limits.maxFrameBytes()) {
                ended("a frame is too long max=" + limits.maxFrameBytes());
                return null;
            }
            parts.append(data);
            if (last) {
                byte[] bytes = parts.toString().getBytes(StandardCharsets.UTF_8);
                parts.setLength(0);
                receiver.received(ByteBuffer.wrap(bytes));
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer message) {
            heardNs = System.nanoTime();
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
            ended(reason.isEmpty() ? "the server has ended the session code=" + code : reason);
            return null;
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            ended("the connection has failed reason=" + error);
        }
    }
}
