package io.millrace.wire;

/** Selects calls by their first argument, before the other arguments are decoded. */
@FunctionalInterface
public interface CallFilter {
    /**
     * Returns whether a call shall be decoded and made.
     *
     * @param call the call as it was written
     * @param first reads the first argument, by the method that fits its type in {@code call}; at its end if the call has no arguments. For the call itself the argument is read again.
     */
    boolean accepts(CallSchema call, BinaryInput first);
}
