package io.millrace.topology;

/**
 * When a section starts something in a run, in this order. Each phase is stopped in the reverse order: what was started
 * after the services is stopped before them.
 */
public enum RunPhase {
    /** The topology and its classes are checked; no channel is open and nothing was written. */
    BEFORE_CHANNELS,
    /** Channels are open and components are created; no service has read or written a message. */
    BEFORE_SERVICES,
    /** All threads run. */
    AFTER_SERVICES
}
