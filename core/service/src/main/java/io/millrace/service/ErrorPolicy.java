package io.millrace.service;

/**
 * What happens to a service whose component or gateway throws on an input. An error of the JVM, and one of missing
 * classes ({@code VirtualMachineError}, {@code LinkageError}), stops the service under either policy.
 */
public enum ErrorPolicy {
    /**
     * The service stops, with nothing of the input written, and so does each restart at this input, until what is wrong
     * is mended or an operator has the input passed over.
     */
    STOP,
    /**
     * An error record takes the place of the input's outputs, of a gateway's answer, and the service continues. A
     * gateway is told to forget the batch, then carries out the requests before this one again and commits them.
     */
    RECORD
}
