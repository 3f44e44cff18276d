package io.millrace.journal;

/** Who may append to a journal while it is open. */
public enum Ownership {
    /** One appender of one journal object of one process, which pays nothing for exclusion per message. */
    SINGLE,
    /** Any number of appenders in any number of processes of one machine. */
    SHARED
}
