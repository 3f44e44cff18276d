package io.millrace.concurrent;

/** How many threads may be on one side of a queue at the same time. */
public enum Multiplicity {
    /** One at a time; another thread may take over if both synchronise by other means. */
    ONE,
    /** Any number. */
    MANY
}
