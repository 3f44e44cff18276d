package io.millrace.wire;

import java.lang.reflect.Method;
import java.util.Optional;

/**
 * Reads the arguments of one call, as one writer has encoded them, and calls the same method of a target. The classes
 * are generated; {@code Optional<CallDecoder> Wire.callDecoder(CallSchema writer, Class<?>... interfaces)} creates
 * instances. Mutable arguments belong to the decoder, which reuses them for the next call; records are new each time.
 * One thread at a time.
 */
public abstract class CallDecoder {
    private Method method;
    private Object result;

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

    /** Returns the method that is called where it returns a result; empty where it returns none. */
    public Optional<Method> answered() {
        return Optional.ofNullable(method);
    }

    /** Returns what the method has returned in the last {@link #call}, and forgets it; null where it returned none. */
    public Object takeResult() {
        Object taken = result;
        result = null;
        return taken;
    }

    /** Keeps what the method has returned; called by generated classes. */
    protected final void result(Object returned) {
        result = returned;
    }

    /** Sets the method, which returns a result. */
    final CallDecoder answers(Method called) {
        method = called;
        return this;
    }
}
