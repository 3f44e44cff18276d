package io.millrace.replication;

/** What a member does. */
public enum Role {
    /** It holds a copy, which only replication writes. */
    COPY,
    /** It appends; it leads the epoch that it has promised. */
    SOURCE
}
