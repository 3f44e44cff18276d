package io.millrace.wire;

/** Stands around every call that is read: counts, times, logs, or does not let it through. */
@FunctionalInterface
public interface CallInterceptor {
    /**
     * Makes the call, usually, with {@code next.call(arguments, target)}.
     *
     * @param call the call as it was written
     * @param next what decodes and makes the call
     * @param arguments the arguments in BINARY; whoever reads them here must not let {@code next} read them too
     * @param target on what the method is called
     */
    void intercept(CallSchema call, CallDecoder next, BinaryInput arguments, Object target);
}
