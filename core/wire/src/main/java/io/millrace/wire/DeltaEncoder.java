package io.millrace.wire;

/**
 * Encodes the messages of one stream in {@link WireFormat#DELTA}. The reader must receive every message that was
 * written. If a message is withdrawn or a new file begins, call {@link #restart} before the next message.
 *
 * @param <T> the class of the messages
 */
public interface DeltaEncoder<T> extends WireEncoder<T> {
    /** Makes the next message of each key a key frame. */
    void restart();
}
