package io.millrace.service;

/**
 * What stands in an output channel instead of the outputs of an input on which the component threw, or instead of the
 * answer to a request on which the gateway did. The index of the input is in the history of the call, as its newest
 * hop, and not in its arguments: after a kill the same message may have another index, and the content of a channel is
 * the same whatever was killed.
 */
public interface ErrorRecords {

    /**
     * A component or gateway threw.
     *
     * @param service the name of the service
     * @param source the name of the input channel
     * @param method the method of the input there
     * @param message the kind and the message of what was thrown
     */
    void error(String service, String source, String method, String message);
}
