package io.millrace.console.cli;

import java.net.http.WebSocket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;

/** The texts that a server sends, one after the other; while they wait to be printed, no further ones come. */
final class TapTexts implements WebSocket.Listener {
    private static final int MAX_WAITING = 64;

    private final BlockingQueue<String> texts = new ArrayBlockingQueue<>(MAX_WAITING);
    private final StringBuilder parts = new StringBuilder();
    private volatile String ended = "";

    /** Returns the next text; an empty one after the end. */
    String next() throws InterruptedException {
        return texts.take();
    }

    /** Returns why the server has ended the session. */
    String ended() {
        return ended;
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        parts.append(data);
        if (last) {
            put(parts.toString());
            parts.setLength(0);
        }
        socket.request(1);
        return null;
    }

    private void put(String text) {
        try {
            texts.put(text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        ended = "the server has ended the session code=" + code + " reason=" + reason;
        put("");
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        ended = "the connection was lost reason=" + error;
        put("");
    }
}
