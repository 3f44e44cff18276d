package io.millrace.interaction;

import java.nio.ByteBuffer;

/** Carries frames to the other side, in order. */
public interface FrameTransport {

    /**
     * Takes a frame, perhaps without sending it before the next {@link #flush}. Called by one thread at a time; never
     * waits for the peer.
     *
     * @param frame the bytes between position and limit, which are the caller's again afterwards
     * @throws InteractionException if the connection has ended, or more waits for the peer than is allowed; it may then
     *     end the connection, with the reason
     */
    void send(ByteBuffer frame);

    /** Returns whether it carries text alone, so that frames are JSON. */
    default boolean carriesText() {
        return false;
    }

    /** Sends what was taken; any thread. It may wait for the peer in a thread of a client, never in one of a server. */
    void flush();

    /**
     * Ends the connection; any thread. The receiver learns of it, at once or later.
     *
     * @param reason why, for both sides
     */
    void close(String reason);
}
