package io.millrace.wire;

/** Takes the calls that none of a reader's interfaces has. */
@FunctionalInterface
public interface UnknownCallHandler {
    /**
     * A call of a method that the reader does not have.
     *
     * @param call the call as it was written
     * @param arguments its arguments in BINARY, which may be read or left
     */
    void unknown(CallSchema call, BinaryInput arguments);
}
