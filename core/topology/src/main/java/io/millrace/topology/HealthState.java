package io.millrace.topology;

/** The state of a topology for probes. */
public enum HealthState {
    /** It has not been started, or a component still re-applies inputs of earlier runs. */
    STARTING,
    /** Every component takes inputs. */
    RUNNING,
    /**
     * It runs, and an operator should look: the other side of a gateway or source is away or refuses many requests or
     * records, an error was recorded in this run, a background thread of a channel has failed, or a section is
     * degraded.
     */
    DEGRADED,
    /** Something has thrown, and the run ends or has ended. */
    FAILED,
    /** All sources have ended, and everything was taken. */
    ENDED,
    /** It was told to stop and has. */
    STOPPED;

    /** Returns whether the process is worth keeping: it works, or is on its way to that. */
    public boolean isLive() {
        return this == STARTING || isReady();
    }

    /** Returns whether new inputs are taken. */
    public boolean isReady() {
        return this == RUNNING || this == DEGRADED;
    }
}
