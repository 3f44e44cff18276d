package io.millrace.wire;

/** Decodes messages of one written type into one class; generated code implements only {@link #readFields}. */
public interface MessageDecoder extends ValueDecoder {
    /**
     * Reads the fields in the writer's order.
     *
     * @param in the input
     * @param reuse a mutable message that may be changed and returned, or null
     * @return the message
     * @throws WireException if it cannot be read
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
