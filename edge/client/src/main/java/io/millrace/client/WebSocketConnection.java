package io.millrace.client;

import java.net.http.WebSocket;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A WebSocket. The client of the JDK takes one text at a time, so further ones wait here. */
final class WebSocketConnection extends Connection implements WebSocket.Listener {

    /** The longest text of a server that is taken, in characters. */
    private static final int MAX_TEXT = 1 << 26;

    private final ServerMessages received;
    private final StringBuilder parts = new StringBuilder();
    private final Queue<String> waiting = new ArrayDeque<>();
    private boolean isSending;
    private volatile WebSocket socket;

    WebSocketConnection(ServerMessages received) {
        this.received = received;
    }

    void opened(WebSocket open) {
        socket = open;
        if (hasEnded()) {
            open.abort();
        }
    }

    @Override
    void send(String text) {
        synchronized (waiting) {
            waiting.add(text);
            if (isSending) {
                return;
            }
            isSending = true;
        }
        sendWaiting();
    }

    private void sendWaiting() {
        while (true) {
            String text;
            synchronized (waiting) {
                text = waiting.poll();
                if (text == null) {
                    isSending = false;
                    return;
                }
            }
            CompletableFuture<WebSocket> sent = socket.sendText(text, true);
            if (!sent.isDone()) {
                var _ = sent.whenComplete((_, error) -> sent(error));
                return;
            }
            if (sent.isCompletedExceptionally()) {
                end("the connection was lost reason=" + sent.exceptionNow());
                return;
            }
        }
    }

    private void sent(Throwable error) {
        if (error == null) {
            sendWaiting();
        } else {
            end("the connection was lost reason=" + error);
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        received();
        if (parts.length() + data.length() > MAX_TEXT) {
            end("the server has sent too long a text max=" + MAX_TEXT);
            return null;
        }
        parts.append(data);
        if (last) {
            String text = parts.toString();
            parts.setLength(0);
            received.text(this, text);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        end("the server has closed the connection code=" + code + " reason=" + reason);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        end("the connection was lost reason=" + error);
    }

    @Override
    void closeSocket() {
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
    }
}
