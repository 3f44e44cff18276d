package io.millrace.wire;

import java.util.List;

/**
 * What {@code millrace-codegen} writes for an interface that is {@link Precompiled}. It is found as the interface's
 * full name with {@code _} for {@code $}, and {@code _Calls} behind it; public, with a public constructor without
 * parameters.
 */
public interface PrecompiledCalls {
    /**
     * The calls: each as the methods of its chain, joined by points, with the full names of the erased classes of their
     * parameters, {@code to(java.lang.String).order(demo.Order)}.
     */
    List<String> calls();

    /**
     * Makes a proxy.
     *
     * @param sink where the calls go
     * @param numbers the number of each call for the sink; that of a default method which stays as it is, is not used
     * @param encoders for each call one for each of its parameters; those of primitives, strings and byte arrays are
     *     not used
     */
    Object writer(CallSink sink, int[] numbers, ValueEncoder[][] encoders);

    /**
     * Makes a decoder of what was written with the same parameters in the same order.
     *
     * @param call the place of the call in {@link #calls}
     * @param decoders one for each parameter; those of primitives, strings and byte arrays are not used
     */
    CallDecoder decoder(int call, ValueDecoder[] decoders);

    /**
     * Calls one method.
     *
     * @param call the place of the call in {@link #calls}
     * @param method the place of the method in the call's chain
     * @param target the object on which it is called
     * @param arguments those of the whole chain
     * @return what the method has returned, null where it returns nothing
     */
    Object invoke(int call, int method, Object target, Object[] arguments);
}
