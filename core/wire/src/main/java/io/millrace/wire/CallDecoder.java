package io.millrace.wire;

/**
 * Reads the arguments of one call, as one writer has encoded them, and calls the same method of a target. Generated;
 * made by {@code Optional<CallDecoder> Wire.callDecoder(CallSchema writer, Class<?>... interfaces)}. Mutable arguments
 * are the decoder's own and are used again by the next call; records are new each time. One thread at a time.
 */
public abstract class CallDecoder {
    /** For generated classes. */
    protected CallDecoder() {}

    /**
     * Reads the arguments, to the end of the input, and calls the method.
     *
     * @param in the arguments and nothing else
     * @param target an instance of the interface that declares the method
     * @throws WireException where the arguments cannot be read; the target has not been called then
     */
    public abstract void call(BinaryInput in, Object target);
}
