package io.millrace.wire;

/** Writes messages of one class; for generated code, which implements {@link #writeFields} alone. */
public interface MessageEncoder extends ValueEncoder {
    /**
     * Writes the fields one after the other.
     *
     * @param out where to
     * @param message the message, not null
     * @throws WireException where it cannot be written
     */
    void writeFields(BinaryOutput out, Object message);

    @Override
    default void write(BinaryOutput out, Object value) {
        if (out.writePresence(value)) {
            out.enter();
            writeFields(out, value);
            out.leave();
        }
    }
}
