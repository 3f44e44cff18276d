package io.millrace.wire;

/** A placeholder for the encoder of a message that contains itself, until that encoder is complete. */
final class DeferredEncoder implements MessageEncoder {
    private MessageEncoder target;

    void set(MessageEncoder encoder) {
        target = encoder;
    }

    @Override
    public void writeFields(BinaryOutput out, Object message) {
        target.writeFields(out, message);
    }
}
