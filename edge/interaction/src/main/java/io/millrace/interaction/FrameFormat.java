package io.millrace.interaction;

import io.millrace.wire.ValuesCodec;
import java.nio.ByteBuffer;

/**
 * Writes and reads the frames of one session. Writing is for one thread at a time, and so is reading; both may run
 * beside each other.
 */
abstract sealed class FrameFormat permits BinaryFrames, JsonFrames {

    /** The version of the protocol. */
    static final int VERSION = 1;

    /** The most characters of a reason that are sent. */
    static final int MAX_REASON = 2_000;

    /** Returns the format of a session whose first frame is given. */
    static FrameFormat of(ByteBuffer first, InteractionLimits limits) {
        boolean isText = first.hasRemaining() && first.get(first.position()) == '{';
        return isText ? new JsonFrames(limits) : new BinaryFrames(limits);
    }

    /**
     * Writes a frame.
     *
     * @param frame its parts
     * @param codec of its values; null where it has none
     * @param row the values
     * @param out takes the frame, and before it a schema that it needs
     * @throws io.millrace.wire.WireException if a value cannot be written; then nothing was
     */
    abstract void write(Frame frame, ValuesCodec codec, Object[] row, FrameTransport out);

    /**
     * Reads a frame.
     *
     * @param bytes the frame
     * @param into gets its parts
     * @return false if the frame was for this format alone
     * @throws InteractionException if it is none
     */
    abstract boolean read(ByteBuffer bytes, Frame into);

    /**
     * Returns the values of the frame that was read last.
     *
     * @throws io.millrace.wire.WireException if they do not fit
     * @throws InteractionException if there are none
     */
    abstract Object[] values(ValuesCodec codec);

    static String shortened(String text) {
        return text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "...";
    }
}
