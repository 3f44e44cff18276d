package io.millrace.wire;

/** A placeholder for the decoder of a message that contains itself, until that decoder is complete. */
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
