package io.millrace.wire;

/**
 * Encodes and decodes messages of one class in one {@link WireFormat}; {@link Wire#codec(Class, WireFormat)} creates
 * it. Thread-safe; each encoder and decoder that it creates is for one thread and one stream.
 *
 * @param <T> the class
 */
public interface WireCodec<T> {
    /** Returns the format. */
    WireFormat format();

    /** Returns the schema under which the encoders write, which a reader needs. */
    Schema schema();

    /** Returns an encoder for the messages of one stream. */
    WireEncoder<T> encoder();

    /** Returns a decoder of messages that one encoder of this codec has written. */
    default WireDecoder<T> decoder() {
        return decoder(schema());
    }

    /**
     * Returns a decoder of messages that were written under another schema; {@link BinaryDecoder} describes the
     * differences that are supported.
     *
     * @throws WireTypeException if the format cannot be read under that schema
     */
    WireDecoder<T> decoder(Schema writer);
}
