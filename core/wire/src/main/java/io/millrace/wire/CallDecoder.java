package io.millrace.wire;

/**
 * Reads the arguments of one call, as one writer has encoded them, and calls the same method of a target. The classes
 * are generated; {@code Optional<CallDecoder> Wire.callDecoder(CallSchema writer, Class<?>... interfaces)} creates
 * instances. Mutable arguments belong to the decoder, which reuses them for the next call; records are new each time.
 * One thread at a time.
 */
public abstract class CallDecoder {
    /** Creates a decoder; called by generated classes. */
    protected CallDecoder() {}

    /**
     * Reads the arguments up to the end of the input and calls the method.
     *
     * @param in the arguments and nothing else
     * @param target an instance of the interface that declares the method
     * @throws WireException if the arguments cannot be read; the target has then not been called
     */
    public abstract void call(BinaryInput in, Object target);
}
