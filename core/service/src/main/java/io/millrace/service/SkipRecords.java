package io.millrace.service;

/**
 * The record in an output channel that replaces the outputs of an input, or the answer to a request, that was skipped
 * on an operator's order. Readers that do not implement this interface skip it.
 */
public interface SkipRecords {

    /**
     * Records that an input was skipped: the component or gateway was not called.
     *
     * @param order which input it was, and which operator ordered it, when and why
     */
    void skipped(SkipOrder order);
}
