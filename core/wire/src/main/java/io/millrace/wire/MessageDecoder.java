package io.millrace.wire;

/**
 * Reads messages of one written type into one class; for generated code, which implements {@link #readFields} alone.
 */
public interface MessageDecoder extends ValueDecoder {
    /**
     * Reads the fields in the writer's order.
     *
     * @param in where from
     * @param reuse a mutable message that may be changed and returned, or null
     * @return the message
     * @throws WireException where it cannot be read
     */
    Object readFields(BinaryInput in, Object reuse);

    @Override
    default Object read(BinaryInput in, Object reuse) {
        if (!in.readPresence()) {
            return null;
        }
        in.enter();
        Object message = readFields(in, reuse);
        in.leave();
        return message;
    }
}
