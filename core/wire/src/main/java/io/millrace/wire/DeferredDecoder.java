package io.millrace.wire;

/** Stands for the decoder of a message that contains itself, until that one is complete. */
final class DeferredDecoder implements MessageDecoder {
    private MessageDecoder target;

    void set(MessageDecoder decoder) {
        target = decoder;
    }

    @Override
    public Object readFields(BinaryInput in, Object reuse) {
        return target.readFields(in, reuse);
    }
}
