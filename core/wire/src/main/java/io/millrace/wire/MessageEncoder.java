package io.millrace.wire;

/** Encodes messages of one class; generated code implements only {@link #writeFields}. */
public interface MessageEncoder extends ValueEncoder {
    /**
     * Writes the fields one after the other.
     *
     * @param out the output
     * @param message the message, not null
     * @throws WireException if it cannot be written
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
