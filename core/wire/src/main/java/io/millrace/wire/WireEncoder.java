package io.millrace.wire;

/**
 * Encodes the messages of one stream; a format may keep state. One thread at a time.
 *
 * @param <T> the class of the messages
 */
public interface WireEncoder<T> {
    /**
     * Writes a message.
     *
     * @param out the output; text is UTF-8
     * @param message the message, not null
     * @throws WireException if it cannot be written
     */
    void write(BinaryOutput out, T message);
}
