package io.millrace.examples.exchange;

/** What the venue is told. */
public interface Orders extends Requests {
    /** Says that a connection has ended. */
    void loggedOut(String session);
}
