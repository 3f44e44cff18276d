package io.millrace.journal;

/** Which writers may append to a journal while it is open. */
public enum Ownership {
    /** One appender of one journal object of one process, without the cost of exclusion per message. */
    SINGLE,
    /** Any number of appenders in any number of processes of one machine. */
    SHARED
}
