package io.millrace.measure;

/**
 * What a {@link Harness} does at each time of its schedule: it hands operation {@code sequence} to the pipeline under
 * measurement. A task that takes longer than the schedule allows makes later operations begin late, which is measured.
 */
@FunctionalInterface
public interface HarnessTask extends AutoCloseable {
    /**
     * Begins an operation, and in a harness that is {@link Completion#ON_RETURN} finishes it too.
     *
     * @param sequence the number of the operation, by which probes recognise it
     * @param intendedNs when it should have begun, on the clock of the harness
     * @throws Exception if the operation failed; it is counted as failed, and the run continues
     */
    void issue(long sequence, long intendedNs) throws Exception;

    /** Ends the task, in the issuing thread after its last operation. */
    @Override
    default void close() {}
}
