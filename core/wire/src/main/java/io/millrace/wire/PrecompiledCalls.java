package io.millrace.wire;

import java.util.List;

/**
 * Implemented by the class that {@code millrace-codegen} generates for an interface that is {@link Precompiled}. The
 * name of this class is the interface's full name, with {@code _} for {@code $}, followed by {@code _Calls}. It is
 * public and has a public constructor without parameters.
 */
public interface PrecompiledCalls {
    /**
     * Returns the calls. Each is described by the methods of its chain, joined by dots, with the full names of the
     * erased classes of their parameters, such as {@code to(java.lang.String).order(demo.Order)}.
     */
    List<String> calls();

    /**
     * Creates a proxy.
     *
     * @param sink receives the calls
     * @param numbers the number of each call for the sink
     * @param encoders for each call one encoder for each of its parameters; not used for primitives, strings and byte
     *     arrays
     */
    Object writer(CallSink sink, int[] numbers, ValueEncoder[][] encoders);

    /**
     * Creates a decoder of calls that were written with the same parameters in the same order.
     *
     * @param call the position of the call in {@link #calls}
     * @param decoders one for each parameter; not used for primitives, strings and byte arrays
     */
    CallDecoder decoder(int call, ValueDecoder[] decoders);

    /** Calls one method.
     *
     * @param call the position of the call in {@link #calls}
     * @param method the position of the method in the call's chain
     * @param target the object whose method is called
     * @param arguments the arguments of the whole chain
     * @return the result of the method, null if it returns void
     */
    Object invoke(int call, int method, Object target, Object[] arguments);
}
