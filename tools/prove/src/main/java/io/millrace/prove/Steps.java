package io.millrace.prove;

/** The calls of the topology by which {@link HostsProof} proves runs over hosts. */
public interface Steps {

    /**
     * Takes a step.
     *
     * @param number the number of the step
     * @param hash a value of the source, or a hash of all steps before it in the channel that this one comes from
     */
    void step(long number, long hash);
}
