package io.millrace.service;

/** What stands in an output channel instead of the outputs of an input on which the component threw. */
public interface ErrorRecords {

    /**
     * A component threw.
     *
     * @param service the name of the service
     * @param source the name of the input channel
     * @param index the index of the input there
     * @param message the kind and the message of what was thrown
     */
    void error(String service, String source, long index, String message);
}
