package io.millrace.service;

/**
 * The record in an output channel that replaces the outputs of an input on which the component threw, or the answer to
 * a request on which the gateway threw. The index of the input is in the history of the call, as its newest hop, and
 * not in its arguments: after a kill the same message may have another index, and the content of a channel must not
 * differ.
 */
public interface ErrorRecords {

    /**
     * Records that a component or gateway threw.
     *
     * @param service the name of the service
     * @param source the name of the input channel
     * @param method the method of the input there
     * @param message the kind and the message of what was thrown
     */
    void error(String service, String source, String method, String message);
}
