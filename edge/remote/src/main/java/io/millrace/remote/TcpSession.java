package io.millrace.remote;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.FrameReceiver;
import io.millrace.interaction.FrameTransport;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.ReconnectOptions;
import io.millrace.interaction.ReconnectingClient;
import io.millrace.net.ClientLink;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import java.nio.ByteBuffer;

/** One connection of a client over TCP, and the thread that reads it. Any thread may use it. */
public final class TcpSession implements AutoCloseable {

    private final ClientLink link;
    private final LinkFrames frames;
    private final BeatThread beats;
    private final Thread thread;

    private TcpSession(ClientLink link, LinkFrames frames, BeatThread beats, FrameReceiver receiver) {
        this.link = link;
        this.frames = frames;
        this.beats = beats;
        this.thread =
                Thread.ofPlatform().daemon().name("millrace-remote-read").unstarted(() -> serve(frames, receiver));
    }

    private static void serve(LinkFrames frames, FrameReceiver receiver) {
        try {
            frames.serve(receiver);
        } finally {
            receiver.closed("the connection has failed");
        }
    }

    /**
     * Connects and receives frames of any kind.
     *
     * @param address the server
     * @param options the link
     * @param limits the bytes of a frame, and of what waits for the server
     * @param receiver receives, in a thread of this session
     * @throws io.millrace.net.NetException if it cannot connect
     */
    public static TcpSession connect(
            HostPort address, LinkOptions options, InteractionLimits limits, FrameReceiver receiver) {
        ClientLink link = ClientLink.connect(address, options);
        LinkFrames frames = new LinkFrames(link.link(), limits, LinkFrames.Writer.CALLER);
        BeatThread beats = BeatThread.start(options.deadAfter());
        beats.add(frames::beat);
        TcpSession session = new TcpSession(link, frames, beats, receiver);
        session.thread.start();
        return session;
    }

    /**
     * Connects to an interaction server. The connection ends with the client.
     *
     * @param address the server
     * @param link the link
     * @param options the client
     * @throws io.millrace.net.NetException if it cannot connect
     */
    public static InteractionClient client(HostPort address, LinkOptions link, ClientOptions options) {
        return InteractionClient.open(
                options, receiver -> connect(address, link, options.limits(), receiver).new Owned());
    }

    /**
     * Returns a client that connects to an interaction server again and again.
     *
     * @param address the server
     * @param link the links
     * @param options the client
     * @param reconnect how it connects again
     */
    public static ReconnectingClient reconnecting(
            HostPort address, LinkOptions link, ClientOptions options, ReconnectOptions reconnect) {
        return ReconnectingClient.open(options, reconnect, each -> client(address, link, each));
    }

    /** Returns what sends. */
    public FrameTransport transport() {
        return frames;
    }

    /** Closes the connection and waits for its threads; not from within the receiver. */
    @Override
    public void close() {
        close("this side has closed the connection");
    }

    private void close(String reason) {
        frames.close(reason);
        link.close();
        beats.close();
        if (!Thread.currentThread().equals(thread)) {
            Uninterruptibly.join(thread);
        }
    }

    /** The transport of a client, which ends this session with it. */
    private final class Owned implements FrameTransport {

        @Override
        public void send(ByteBuffer frame) {
            frames.send(frame);
        }

        @Override
        public void flush() {
            frames.flush();
        }

        @Override
        public void close(String reason) {
            TcpSession.this.close(reason);
        }
    }
}
