package io.millrace.wire;

/** Says which calls are of interest, by their first argument alone, before the others are decoded. */
@FunctionalInterface
public interface CallFilter {
    /**
     * Whether a call is to be decoded and made.
     *
     * @param call the call as it was written
     * @param first reads the first argument, by the method that fits its type in {@code call}; nothing is left where
     *     there is none. What is read here is read again for the call.
     */
    boolean accepts(CallSchema call, BinaryInput first);
}
