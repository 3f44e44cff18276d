package io.millrace.wire;

/**
 * Decodes the messages of one stream in order; a format may keep state. One thread at a time.
 *
 * @param <T> the class of the messages
 */
public interface WireDecoder<T> {
    /**
     * Reads a new message.
     *
     * @param in the message; a text format reads all remaining bytes
     * @throws WireException if it cannot be read
     */
    default T read(BinaryInput in) {
        return read(in, null);
    }

    /**
     * Reads a message; for a mutable class into {@code reuse} if that is not null.
     *
     * @param in the message; a text format reads all remaining bytes
     * @param reuse a message that may be changed and returned, or null
     * @throws WireException if it cannot be read; {@code reuse} may then be partly changed
     */
    T read(BinaryInput in, T reuse);
}
