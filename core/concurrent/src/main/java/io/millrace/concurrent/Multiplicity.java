package io.millrace.concurrent;

/** How many threads may be on one side of a queue at the same time. */
public enum Multiplicity {
    /** One at a time; which thread it is may change if the two synchronise otherwise. */
    ONE,
    /** Any number. */
    MANY
}
