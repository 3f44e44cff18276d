package io.millrace.wire;

/**
 * Reads the messages of one stream in {@link WireFormat#DELTA}, from its beginning or from anywhere: a message whose
 * forerunner was not read is a {@link DeltaGapException}, after which reading goes on with the next message.
 *
 * @param <T> the class of the messages
 */
public interface DeltaDecoder<T> extends WireDecoder<T> {
    /**
     * Whether the message that begins here can be read: it is a key frame, or follows the last one of its key that was
     * read. The input stays where it is.
     *
     * @throws WireFormatException where no message begins here
     */
    boolean canRead(BinaryInput in);
}
