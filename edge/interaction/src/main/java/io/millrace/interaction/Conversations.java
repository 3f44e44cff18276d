package io.millrace.interaction;

import io.millrace.wire.ValuesCodec;
import io.millrace.wire.WireException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the sessions of a server and their clients say to each other, for those that may see it: each frame as JSON,
 * whatever its format was. Tokens are not shown. Costs nothing while there is no viewer. Any thread may use it.
 */
public final class Conversations {

    private static final int MAX_VIEWERS = 16;

    /** Whose frame it is. */
    public enum Speaker {
        /** The client. */
        CLIENT,
        /** The server. */
        SERVER
    }

    /** Gets the frames of a conversation. */
    @FunctionalInterface
    public interface Viewer {

        /**
         * Takes a frame. Called by the threads of the session, one at a time, and so must not wait.
         *
         * @param speaker whose it is
         * @param json the frame
         */
        void said(Speaker speaker, String json);
    }

    private record Watch(String client, Viewer viewer) {}

    /** Keeps a frame as its text. */
    private static final class Text implements FrameTransport {

        private String text = "";

        @Override
        public void send(ByteBuffer frame) {
            text = StandardCharsets.UTF_8.decode(frame.duplicate()).toString();
        }

        @Override
        public void flush() {
            // Nothing waits.
        }

        @Override
        public void close(String reason) {
            // Nothing is open.
        }
    }

    private final List<Watch> watches = new CopyOnWriteArrayList<>();
    private final FrameFormat format;
    private final Text text = new Text();

    Conversations(InteractionLimits limits) {
        this.format = new JsonFrames(limits);
    }

    /**
     * Shows the conversation of a client from now on, also one that connects later.
     *
     * @param client its name as {@link InteractionServer#clients} has it
     * @param viewer gets the frames
     * @return what ends it
     * @throws InteractionException if there are too many viewers
     */
    public Runnable watch(String client, Viewer viewer) {
        Watch watch = new Watch(Objects.requireNonNull(client, "client"), Objects.requireNonNull(viewer, "viewer"));
        synchronized (watches) {
            if (watches.size() == MAX_VIEWERS) {
                throw new InteractionException("too many conversations are shown max=" + MAX_VIEWERS);
            }
            watches.add(watch);
        }
        return () -> watches.remove(watch);
    }

    boolean isWatched() {
        return !watches.isEmpty();
    }

    /** Shows a frame with its values, or without any where {@code codec} is null. */
    void show(String client, Speaker speaker, Frame frame, ValuesCodec codec, Object[] row) {
        if (watches.stream().noneMatch(watch -> watch.client().equals(client))) {
            return;
        }
        synchronized (text) {
            try {
                format.write(frame.kind == FrameKind.HELLO ? withoutToken(frame) : frame, codec, row, text);
            } catch (WireException | InteractionException e) {
                return; // it is not sent either, and the session says why
            }
            for (Watch watch : watches) {
                if (watch.client().equals(client)) {
                    watch.viewer().said(speaker, text.text);
                }
            }
        }
    }

    private static Frame withoutToken(Frame greeting) {
        return new Frame()
                .set(FrameKind.HELLO, 0)
                .withName(greeting.name)
                .withToken(greeting.token.isEmpty() ? "" : "(not shown)");
    }
}
