package io.millrace.service;

/**
 * What stands in an output channel instead of the outputs of an input, or the answer to a request, that was passed over
 * on an operator's order. Readers that do not implement this pass over it.
 */
public interface SkipRecords {

    /**
     * An input was passed over: the component or gateway was not called.
     *
     * @param order which input it was, and who had it passed over when and why
     */
    void skipped(SkipOrder order);
}
