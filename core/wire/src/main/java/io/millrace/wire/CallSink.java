package io.millrace.wire;

/**
 * Where generated method writers put calls. For each call the writer calls {@link #begin}, writes the arguments, and
 * then calls either {@link #end} or, where encoding failed, {@link #abort}. One thread at a time.
 */
public interface CallSink {
    /**
     * A call begins.
     *
     * @param method the place of the call's schema in {@link MethodWriter#calls}
     * @return where the arguments go
     */
    BinaryOutput begin(int method);

    /**
     * The arguments are complete.
     *
     * @param method as in {@link #begin}
     */
    void end(int method);

    /**
     * Encoding failed; nothing of the call may remain. The error is thrown to the caller afterwards.
     *
     * @param method as in {@link #begin}
     * @param error why
     */
    void abort(int method, Throwable error);
}
