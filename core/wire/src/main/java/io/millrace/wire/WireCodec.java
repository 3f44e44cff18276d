package io.millrace.wire;

/**
 * How messages of one class are written and read in one {@link WireFormat}; {@link Wire#codec(Class, WireFormat)} makes
 * it. Safe to share between threads; the encoders and decoders that it makes are for one thread and one stream each.
 *
 * @param <T> the class
 */
public interface WireCodec<T> {
    /** The format. */
    WireFormat format();

    /** What a reader needs to know of what the encoders write. */
    Schema schema();

    /** An encoder for the messages of one stream. */
    WireEncoder<T> encoder();

    /** A decoder of what one encoder of this codec has written. */
    default WireDecoder<T> decoder() {
        return decoder(schema());
    }

    /**
     * A decoder of what was written under another schema; {@link BinaryDecoder} says what may differ.
     *
     * @throws WireTypeException where the format cannot be read under that schema
     */
    WireDecoder<T> decoder(Schema writer);
}
