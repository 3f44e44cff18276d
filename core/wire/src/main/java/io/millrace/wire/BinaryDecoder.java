package io.millrace.wire;

/**
 * Decodes messages of one class that were written under one schema. Fields are matched by name or {@link Alias}. A
 * field that the writer did not have gets 0 or null, or in a mutable class the value that the constructor sets. A field
 * that the reader does not have is skipped. Numbers are widened if no value can be lost. Any other difference throws
 * {@link WireTypeException} when such a value is read. Thread-safe.
 *
 * @param <T> the class
 */
public final class BinaryDecoder<T> implements WireDecoder<T> {
    private final Class<T> type;
    private final ValueDecoder decoder;

    BinaryDecoder(Class<T> type, ValueDecoder decoder) {
        this.type = type;
        this.decoder = decoder;
    }

    @Override
    public T read(BinaryInput in, T reuse) {
        try {
            return type.cast(
                    decoder instanceof MessageDecoder fields ? fields.readFields(in, reuse) : decoder.read(in, reuse));
        } catch (WireException e) {
            throw e.addOffset(in.offset());
        }
    }
}
