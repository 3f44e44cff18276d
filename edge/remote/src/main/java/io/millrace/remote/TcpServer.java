package io.millrace.remote;

import io.millrace.interaction.FrameReceiver;
import io.millrace.interaction.FrameTransport;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.InteractionServer;
import io.millrace.net.HostPort;
import io.millrace.net.Link;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import java.util.function.BiFunction;

/** Accepts sessions over TCP, each in a thread of its own that reads. Any thread may use it. */
public final class TcpServer implements AutoCloseable {

    private final InteractionLimits limits;
    private final BiFunction<FrameTransport, String, FrameReceiver> sessions;
    private final BeatThread beats;
    private Listener listener;

    private TcpServer(
            LinkOptions options, InteractionLimits limits, BiFunction<FrameTransport, String, FrameReceiver> sessions) {
        this.limits = limits;
        this.sessions = sessions;
        this.beats = BeatThread.start(options.deadAfter());
    }

    /**
     * Starts to listen for the clients of a server.
     *
     * @param address where; port 0 is any free one
     * @param options the links
     * @param server what the clients call
     * @throws io.millrace.net.NetException if the address cannot be had or is not allowed
     */
    public static TcpServer start(HostPort address, LinkOptions options, InteractionServer server) {
        return start(address, options, server.limits(), server::openAs);
    }

    /**
     * Starts to listen for sessions of any kind of frames.
     *
     * @param address where; port 0 is any free one
     * @param options the links
     * @param limits the bytes of a frame, and of what waits for a peer
     * @param sessions gets what sends to a client, and the common name in its certificate, empty without TLS; returns
     *     what receives its frames
     * @throws io.millrace.net.NetException if the address cannot be had or is not allowed
     */
    public static TcpServer start(
            HostPort address,
            LinkOptions options,
            InteractionLimits limits,
            BiFunction<FrameTransport, String, FrameReceiver> sessions) {
        TcpServer server = new TcpServer(options, limits, sessions);
        try {
            server.listener = Listener.start(address, options, server::serve);
        } catch (RuntimeException | Error e) {
            server.beats.close();
            throw e;
        }
        return server;
    }

    private void serve(Link link) {
        LinkFrames frames = new LinkFrames(link, limits, LinkFrames.Writer.READER);
        FrameReceiver receiver = sessions.apply(frames, link.peerName().orElse(""));
        Runnable beat = frames::beat;
        beats.add(beat);
        try {
            frames.serve(receiver);
        } finally {
            beats.remove(beat);
            receiver.closed("the connection has failed");
        }
    }

    /** Returns the address with the port that it listens at. */
    public HostPort address() {
        return listener.address();
    }

    /** Returns how many connections are open. */
    public int links() {
        return listener.links();
    }

    /** Stops listening, ends all sessions, and waits for their threads. */
    @Override
    public void close() {
        listener.close();
        beats.close();
    }
}
