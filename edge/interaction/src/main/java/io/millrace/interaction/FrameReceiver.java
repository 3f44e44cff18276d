package io.millrace.interaction;

import java.nio.ByteBuffer;

/** Receives frames from the other side, in order; one call at a time. */
public interface FrameReceiver {

    /**
     * Receives a frame.
     *
     * @param frame the bytes between position and limit, which are the caller's again afterwards
     */
    void received(ByteBuffer frame);

    /**
     * Learns that the connection has ended; has no effect after the first call. Any thread.
     *
     * @param reason why
     */
    void closed(String reason);
}
