package io.millrace.topology;

/**
 * Meters that a module adds to those of running topologies, such as what replication knows of its replicas.
 * Implementations are public, have a public constructor without parameters, are named in {@code META-INF/services} and
 * {@code module-info}, have no state, and are used by any thread.
 */
public interface MeterSource {

    /**
     * Opens the meters of a run, whose channels are open and whose services have not started.
     *
     * @param context the run, as the section sees it that shows the meters
     * @return the reader; one without meters where the module has no part in this run
     */
    MeterReader open(SectionContext context);
}
