package io.millrace.wire;

/**
 * Writes the messages of one stream in {@link WireFormat#DELTA}. Every message that was written has to reach the
 * reader; where one is taken back, or a new file begins, {@link #restart} comes before the next.
 *
 * @param <T> the class of the messages
 */
public interface DeltaEncoder<T> extends WireEncoder<T> {
    /** Makes the next message of each key a key frame. */
    void restart();
}
