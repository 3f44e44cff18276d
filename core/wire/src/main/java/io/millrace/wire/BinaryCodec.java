package io.millrace.wire;

import java.util.Objects;
import java.util.Optional;

/**
 * Encodes messages of one class in BINARY and decodes them. Thread-safe.
 *
 * @param <T> the class
 */
public final class BinaryCodec<T> implements WireCodec<T>, WireEncoder<T> {
    private final Codecs codecs;
    private final Class<T> type;
    private final Schema schema;
    private final ValueEncoder encoder;

    BinaryCodec(Codecs codecs, Class<T> type, Schema schema, ValueEncoder encoder) {
        this.codecs = codecs;
        this.type = type;
        this.schema = schema;
        this.encoder = encoder;
    }

    @Override
    public WireFormat format() {
        return WireFormat.BINARY;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    Class<T> type() {
        return type;
    }

    /** Returns the generated state for DELTA, or empty if the class is one for which none is generated. */
    Optional<DeltaFields> changes() {
        return codecs.computeIfAbsent(
                type,
                "changes",
                () -> Shapes.of(type) instanceof Shape.Message message
                        ? DeltaGenerator.generate(message, schema, codecs)
                        : Optional.empty());
    }

    /** Returns this codec, which is stateless. */
    @Override
    public WireEncoder<T> encoder() {
        return this;
    }

    @Override
    public void write(BinaryOutput out, T message) {
        Objects.requireNonNull(message, "message");
        if (encoder instanceof MessageEncoder fields) {
            fields.writeFields(out, message);
        } else {
            encoder.write(out, message);
        }
    }

    @Override
    public BinaryDecoder<T> decoder() {
        return decoder(schema);
    }

    @Override
    public BinaryDecoder<T> decoder(Schema writer) {
        return codecs.computeIfAbsent(type, writer, () -> decoder(writer, NumberWidth.VARIABLE));
    }

    /** Returns a decoder of messages that have this schema and scalars of fixed width. */
    BinaryDecoder<T> fixedDecoder() {
        return codecs.computeIfAbsent(type, "fixed", () -> decoder(schema, NumberWidth.FIXED));
    }

    private BinaryDecoder<T> decoder(Schema writer, NumberWidth width) {
        Resolver resolver = new Resolver(writer.types(), codecs, width);
        Shape shape = Shapes.of(type);
        if (shape instanceof Shape.Message message
                && writer.root() instanceof Reference root
                && writer.type(root) instanceof MessageType) {
            return new BinaryDecoder<>(type, resolver.root(message, root));
        }
        return new BinaryDecoder<>(type, resolver.decoder(shape, writer.root(), MessageForm.RECORD));
    }

    /** Returns an encoder that writes scalars with a fixed width. */
    ValueEncoder fixedEncoder() {
        return codecs.encoder(Shapes.of(type), NumberWidth.FIXED);
    }
}
