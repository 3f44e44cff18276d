package io.millrace.benchmarks;

/** A running map between two topics, exactly once. */
interface RecordMap extends AutoCloseable {
    @Override
    void close();
}
