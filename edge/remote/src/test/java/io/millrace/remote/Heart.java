package io.millrace.remote;

/** The calls on a heartbeat handler. */
interface Heart extends AutoCloseable {

    long ping(long number);

    @Override
    void close();
}
