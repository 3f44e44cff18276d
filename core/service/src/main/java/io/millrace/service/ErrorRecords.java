package io.millrace.service;

/**
 * What stands in an output channel instead of the outputs of an input on which the component threw, or instead of the
 * answer to a request on which the gateway did.
 */
public interface ErrorRecords {

    /**
     * A component or gateway threw.
     *
     * @param service the name of the service
     * @param source the name of the input channel
     * @param index the index of the input there
     * @param message the kind and the message of what was thrown
     */
    void error(String service, String source, long index, String message);
}
