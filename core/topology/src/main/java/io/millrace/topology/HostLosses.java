package io.millrace.topology;

/** Whether the promotion of a spare may lose what others have acted on. */
public enum HostLosses {
    /** It is refused then. */
    REFUSED,
    /** It may. */
    ACCEPTED
}
