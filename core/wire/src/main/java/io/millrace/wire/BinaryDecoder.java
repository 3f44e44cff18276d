package io.millrace.wire;

/**
 * Reads messages of one class that were written under one schema. Fields are matched by name or {@link Alias}. A field
 * that the writer did not have gets 0, null, or in a mutable class what the constructor gives it; a field that the
 * reader does not have is passed over; numbers widen where nothing can be lost. Anything else is a
 * {@link WireTypeException} where it is read. Safe to share between threads.
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
            throw e.at(in.offset());
        }
    }
}
