package io.millrace.wire;

/**
 * Writes the messages of one stream. One thread at a time: a format may keep what it has written.
 *
 * @param <T> the class of the messages
 */
public interface WireEncoder<T> {
    /**
     * Writes a message.
     *
     * @param out where to; text is UTF-8
     * @param message the message, not null
     * @throws WireException where it cannot be written
     */
    void write(BinaryOutput out, T message);
}
