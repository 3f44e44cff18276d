package io.millrace.wire;

/**
 * Receives the calls of generated method writers. For each call the writer calls {@link #begin}, writes the arguments,
 * and then calls {@link #end}, or {@link #abort} if encoding failed. One thread at a time.
 */
public interface CallSink {
    /**
     * Begins a call.
     *
     * @param method the position of the call's schema in {@link MethodWriter#calls}
     * @return the output to which the writer writes the arguments
     */
    BinaryOutput begin(int method);

    /**
     * Ends a call, whose arguments are complete.
     *
     * @param method as in {@link #begin}
     */
    void end(int method);

    /**
     * Discards a call whose encoding failed; nothing of it may remain. The error is thrown to the caller afterwards.
     *
     * @param method as in {@link #begin}
     * @param error why encoding failed
     */
    void abort(int method, Throwable error);
}
