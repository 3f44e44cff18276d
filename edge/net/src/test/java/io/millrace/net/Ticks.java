package io.millrace.net;

/** Calls of the tests of hosts. */
public interface Ticks {

    void tick(long value);
}
