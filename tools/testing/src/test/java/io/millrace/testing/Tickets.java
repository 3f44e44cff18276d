package io.millrace.testing;

/** What is written of seats. */
public interface Tickets {
    void ticket(String name, String principal);
}
