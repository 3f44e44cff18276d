package io.millrace.service;

/** What a component, source or gateway of a running topology is doing. */
public enum ComponentState {
    /** It re-applies inputs whose outputs are written already. */
    RESTARTING,
    /** It takes new inputs. */
    LIVE,
    /** It is a gateway whose other side is away, and asks again after pauses. */
    AWAY,
    /** Its inputs have ended and are drained. */
    DONE
}
