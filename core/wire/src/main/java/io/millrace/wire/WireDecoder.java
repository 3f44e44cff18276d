package io.millrace.wire;

/**
 * Reads the messages of one stream, in their order. One thread at a time: a format may keep what it has read.
 *
 * @param <T> the class of the messages
 */
public interface WireDecoder<T> {
    /**
     * Reads a message of its own.
     *
     * @param in the message; a text format reads all that is left
     * @throws WireException where it cannot be read
     */
    default T read(BinaryInput in) {
        return read(in, null);
    }

    /**
     * Reads a message, which for a mutable class is {@code reuse}, changed, where that is not null.
     *
     * @param in the message; a text format reads all that is left
     * @param reuse a message that may be changed and returned, or null
     * @throws WireException where it cannot be read; {@code reuse} is half changed then
     */
    T read(BinaryInput in, T reuse);
}
