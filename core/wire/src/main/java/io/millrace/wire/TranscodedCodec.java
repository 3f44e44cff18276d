package io.millrace.wire;

/**
 * A codec of a format that is transcoded from BINARY by the schema alone, such as the text formats.
 *
 * @param <T> the class of the messages
 */
final class TranscodedCodec<T> implements WireCodec<T> {
    private static final int INITIAL = 512;

    private final WireFormat format;
    private final BinaryCodec<T> binary;
    private final TextOptions options;

    TranscodedCodec(WireFormat format, BinaryCodec<T> binary, TextOptions options) {
        this.format = format;
        this.binary = binary;
        this.options = options;
    }

    @Override
    public WireFormat format() {
        return format;
    }

    @Override
    public Schema schema() {
        return binary.schema();
    }

    @Override
    public WireEncoder<T> encoder() {
        return new Encoder<>(binary, Transcoders.of(format, schema(), options), new Buffer(options.limits()));
    }

    @Override
    public WireDecoder<T> decoder(Schema writer) {
        return new Decoder<>(
                binary.decoder(writer), Transcoders.of(format, writer, options), new Buffer(options.limits()));
    }

    /** Holds the message in BINARY between the two steps. */
    private static final class Buffer {
        private final BinaryOutput out;
        private final BinaryInput in;

        Buffer(WireLimits limits) {
            out = BinaryOutput.allocate(INITIAL, limits);
            in = new BinaryInput(limits);
        }

        BinaryOutput empty() {
            out.reset();
            return out;
        }

        BinaryInput written() {
            return in.wrap(out.segment(), out.start(), out.length());
        }
    }

    private record Encoder<T>(BinaryCodec<T> codec, Transcoder transcoder, Buffer buffer) implements WireEncoder<T> {
        @Override
        public void write(BinaryOutput out, T message) {
            codec.write(buffer.empty(), message);
            transcoder.fromBinary(buffer.written(), out);
        }
    }

    private record Decoder<T>(BinaryDecoder<T> decoder, Transcoder transcoder, Buffer buffer)
            implements WireDecoder<T> {
        @Override
        public T read(BinaryInput in, T reuse) {
            int start = in.offset();
            transcoder.toBinary(in, buffer.empty());
            BinaryInput written = buffer.written();
            try {
                return decoder.read(written, reuse);
            } catch (WireException e) {
                in.rewind(start);
                throw transcoder.located(in, e, written);
            }
        }
    }
}
