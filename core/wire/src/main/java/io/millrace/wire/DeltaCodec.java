package io.millrace.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encodes messages of one class as changes since the last message with the same {@link Key}, and decodes them. A
 * message of a sealed type is compared with the last one of its own class. Thread-safe; each encoder and decoder that
 * it creates is for one thread and one stream.
 *
 * @param <T> the class
 */
public final class DeltaCodec<T> implements WireCodec<T> {
    private static final int FIRST_BYTES = 512;

    private final BinaryCodec<T> binary;
    private final DeltaOptions options;
    private final WireLimits limits;
    private final List<String> keyFields;

    private DeltaCodec(BinaryCodec<T> binary, DeltaOptions options, WireLimits limits, List<String> keyFields) {
        this.binary = binary;
        this.options = options;
        this.limits = limits;
        this.keyFields = keyFields;
    }

    /**
     * Returns the codec of a class.
     *
     * @param binary its codec in BINARY
     * @param options how many keys are stored, and how often there are key frames
     * @throws WireTypeException if a field with {@link Key} is neither a scalar nor an enum
     */
    public static <T> DeltaCodec<T> of(BinaryCodec<T> binary, DeltaOptions options) {
        return of(binary, options, WireLimits.defaults());
    }

    /**
     * Returns the codec of a class, with limits.
     *
     * @param binary its codec in BINARY
     * @param options how many keys are stored, and how often there are key frames
     * @param limits the limits of complete messages; the limits of encoded changes are those of the output and the
     *     input
     * @throws WireTypeException if a field with {@link Key} is neither a scalar nor an enum
     */
    public static <T> DeltaCodec<T> of(BinaryCodec<T> binary, DeltaOptions options, WireLimits limits) {
        List<String> keyFields = new ArrayList<>();
        if (Shapes.of(binary.type()) instanceof Shape.Message message) {
            for (MessageModel.Member member : MessageModel.of(message).members()) {
                if (isKey(message.raw(), member)) {
                    keyFields.add(member.name());
                }
            }
        }
        return new DeltaCodec<>(binary, options, limits, List.copyOf(keyFields));
    }

    static boolean isKey(Class<?> type, MessageModel.Member member) {
        if (!member.field().isAnnotationPresent(Key.class)) {
            return false;
        }
        if (!(member.shape() instanceof Shape.Single) && !(member.shape() instanceof Shape.Enumeration)) {
            throw new WireTypeException("a key is a scalar or an enum type=" + type.getName() + " field="
                    + member.name() + " declared=" + member.shape().raw().getTypeName());
        }
        return true;
    }

    @Override
    public WireFormat format() {
        return WireFormat.DELTA;
    }

    @Override
    public Schema schema() {
        return binary.schema();
    }

    @Override
    public DeltaEncoder<T> encoder() {
        Optional<DeltaFields> generated = binary.changes();
        return generated.isPresent()
                ? new GeneratedDeltaCodec<>(binary, options, generated.get())
                : new Transcoding<>(binary, null, transcoder(schema()), limits);
    }

    @Override
    public DeltaDecoder<T> decoder() {
        Optional<DeltaFields> generated = binary.changes();
        return generated.isPresent() ? new GeneratedDeltaCodec<>(binary, options, generated.get()) : decoder(schema());
    }

    @Override
    public DeltaDecoder<T> decoder(Schema writer) {
        return new Transcoding<>(null, binary.decoder(writer), transcoder(writer), limits);
    }

    private DeltaTranscoder transcoder(Schema writer) {
        return new DeltaTranscoder(writer, keyFields, options, limits);
    }

    /** Encodes and decodes by way of BINARY; for classes without generated code. */
    private static final class Transcoding<T> implements DeltaEncoder<T>, DeltaDecoder<T> {
        private final BinaryCodec<T> codec;
        private final BinaryDecoder<T> decoder;
        private final DeltaTranscoder transcoder;
        private final BinaryOutput buffer;
        private final BinaryInput written;

        Transcoding(BinaryCodec<T> codec, BinaryDecoder<T> decoder, DeltaTranscoder transcoder, WireLimits limits) {
            this.buffer = BinaryOutput.allocate(FIRST_BYTES, limits);
            this.written = new BinaryInput(limits);
            this.codec = codec;
            this.decoder = decoder;
            this.transcoder = transcoder;
        }

        @Override
        public void write(BinaryOutput out, T message) {
            buffer.reset();
            codec.write(buffer, message);
            transcoder.fromBinary(written.wrap(buffer.segment(), buffer.start(), buffer.length()), out);
        }

        @Override
        public T read(BinaryInput in, T reuse) {
            buffer.reset();
            transcoder.read(in, buffer);
            return decoder.read(written.wrap(buffer.segment(), buffer.start(), buffer.length()), reuse);
        }

        @Override
        public boolean canRead(BinaryInput in) {
            return transcoder.canRead(in);
        }

        @Override
        public void restart() {
            transcoder.restart();
        }
    }
}
