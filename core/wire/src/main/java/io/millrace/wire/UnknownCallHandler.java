package io.millrace.wire;

/** Receives the calls that none of a reader's interfaces has. */
@FunctionalInterface
public interface UnknownCallHandler {
    /**
     * Handles a call of a method that the reader does not have.
     *
     * @param call the call as it was written
     * @param arguments its arguments in BINARY; they need not be read
     */
    void unknown(CallSchema call, BinaryInput arguments);
}
