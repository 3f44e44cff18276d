package io.millrace.topology;

import io.millrace.service.ErrorOrigin;
import io.millrace.service.ServiceTask;
import io.millrace.service.Severity;
import io.millrace.service.Task;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a section does in one run of a topology. {@link #start} and {@link #stop} are called by the thread that owns the
 * run.
 *
 * <p>In each phase sections start in the order of the topology and stop in the reverse order. If one fails to start,
 * the run fails: everything that was started before is stopped, the error handler is told, and the caller gets the
 * error. If one fails to stop, all others are stopped all the same, and the first error is thrown at the end.
 */
public interface SectionRun {

    /**
     * Starts what belongs to a phase; called once for each phase. A start that throws releases what it has acquired.
     *
     * @param phase the phase
     */
    default void start(RunPhase phase) {}

    /**
     * Stops what was started in a phase, and waits until it has ended; called only where {@link #start} has returned.
     *
     * @param phase the phase
     */
    default void stop(RunPhase phase) {}

    /**
     * Learns that the run was asked to end or has failed, before its threads are asked to end: a server accepts nothing
     * new from now on. Called at most once, by any thread; returns at once.
     */
    default void stopping() {}

    /**
     * Learns that a service is about to close, in the service's thread. Not called for a service that has failed or was
     * never live.
     *
     * @param service the service, whose component may be used
     */
    default void beforeClose(ServiceTask service) {}

    /**
     * Learns of an error that the error handler of the run is told; called before the handler, in the thread that
     * noticed the error, by several threads at a time. Returns at once. What it throws is logged.
     *
     * @param severity the severity
     * @param origin the origin of the error
     * @param error what was thrown
     */
    default void reported(Severity severity, ErrorOrigin origin, Throwable error) {}

    /**
     * Returns one line for people about what has started, such as the address of a server; {@code millrace run} prints
     * it.
     *
     * @return the line; empty where there is nothing to say
     */
    default Optional<String> announcement() {
        return Optional.empty();
    }

    /**
     * Returns the pages that the section offers, the same each time. A section with a server asks for them when it
     * starts, which may be before this one starts.
     *
     * @return the pages, none where there is nothing to offer
     */
    default List<SectionPage> pages() {
        return List.of();
    }

    /**
     * Returns the views of this run that the section offers to whatever shows its status, the same each time; one
     * replaces the view of the class path that has its name. It may be asked before the section has started.
     */
    default List<StatusView> views() {
        return List.of();
    }

    /** Returns the meters of this run that the section adds, the same each time; asked for as {@link #views} are. */
    default List<MeterSource> meters() {
        return List.of();
    }

    /**
     * Returns what threads of the topology poll for the section, each after its components, by the names of the
     * threads; asked for once, after {@link RunPhase#BEFORE_SERVICES}. A thread closes it with its components, and does
     * not end by itself before it is done.
     *
     * @return the tasks; none where the section has threads of its own
     */
    default Map<String, Task> tasks() {
        return Map.of();
    }

    /**
     * Returns the health of the section. Called by any thread at any time, also before the start and after the stop.
     *
     * @return the health; empty where there is nothing to say
     */
    default Optional<SectionHealth> health() {
        return Optional.empty();
    }
}
