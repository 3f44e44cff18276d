package io.millrace.wire;

import java.util.Objects;

/**
 * Encodes and decodes RAW: a fingerprint of the schema, then the values in its order, numbers with a fixed width.
 * Messages that were written under another schema are read by way of BINARY, which supports differences between
 * schemas.
 *
 * @param <T> the class of the messages
 */
final class RawCodec<T> implements WireCodec<T>, WireEncoder<T> {
    private final BinaryCodec<T> binary;
    private final TextOptions options;
    private final long fingerprint;
    private final ValueEncoder encoder;

    RawCodec(BinaryCodec<T> binary, TextOptions options) {
        this.binary = binary;
        this.options = options;
        this.fingerprint = binary.schema().fingerprint();
        this.encoder = binary.fixedEncoder();
    }

    @Override
    public WireFormat format() {
        return WireFormat.RAW;
    }

    @Override
    public Schema schema() {
        return binary.schema();
    }

    @Override
    public WireEncoder<T> encoder() {
        return this;
    }

    @Override
    public void write(BinaryOutput out, T message) {
        Objects.requireNonNull(message, "message");
        RawScalars.writeLong(out, fingerprint);
        if (encoder instanceof MessageEncoder fields) {
            fields.writeFields(out, message);
        } else {
            encoder.write(out, message);
        }
    }

    @Override
    public WireDecoder<T> decoder(Schema writer) {
        return writer.equals(schema())
                ? new Decoder<>(fingerprint, binary.fixedDecoder())
                : new TranscodedCodec<>(WireFormat.RAW, binary, options).decoder(writer);
    }

    private record Decoder<T>(long fingerprint, BinaryDecoder<T> decoder) implements WireDecoder<T> {
        @Override
        public T read(BinaryInput in, T reuse) {
            RawTranscoder.requireFingerprint(in, fingerprint);
            return decoder.read(in, reuse);
        }
    }
}
