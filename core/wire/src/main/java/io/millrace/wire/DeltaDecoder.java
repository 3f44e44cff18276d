package io.millrace.wire;

/**
 * Decodes the messages of one stream in {@link WireFormat#DELTA}, from its beginning or from any message on. If the
 * previous message of a key was not read, {@link DeltaGapException} is thrown; reading can then continue with the next
 * message.
 *
 * @param <T> the class of the messages
 */
public interface DeltaDecoder<T> extends WireDecoder<T> {
    /**
     * Returns whether the message that begins here can be read: it is a key frame, or the last message that was read of
     * its key is the previous one. The position of the input does not change.
     *
     * @throws WireFormatException if no message begins here
     */
    boolean canRead(BinaryInput in);
}
