package io.millrace.service;

/** What a component, source or gateway of a running topology is doing. */
public enum ComponentState {
    /** It re-applies inputs whose outputs are written already. */
    RESTARTING,
    /** It takes new inputs. */
    LIVE,
    /**
     * It takes new inputs, and its other side refuses many of them: 4 or more of the newest 64 requests of a gateway,
     * or records of a source.
     */
    DEGRADED,
    /** It is a gateway or source whose other side is away, and asks again after pauses. */
    AWAY,
    /** A query does not return, so that the component takes nothing any more. */
    FAILED,
    /** Its inputs have ended and are drained. */
    DONE
}
