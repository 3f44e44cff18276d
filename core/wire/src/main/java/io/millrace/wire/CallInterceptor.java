package io.millrace.wire;

/** Is called in place of every call that is read, for example to count, time, log or suppress calls. */
@FunctionalInterface
public interface CallInterceptor {
    /**
     * Intercepts a call; usually makes it with {@code next.call(arguments, target)}.
     *
     * @param call the call as it was written
     * @param next decodes and makes the call
     * @param arguments the arguments in BINARY; an interceptor that reads them must not call {@code next}
     * @param target the object whose method is called
     */
    void intercept(CallSchema call, CallDecoder next, BinaryInput arguments, Object target);
}
