package io.millrace.benchmarks;

/** Publishes records of one topic exactly once, in transactions of what has arrived, on a thread of its own. */
interface RecordPublisher extends AutoCloseable {
    /** Gives a record to publish; called by one thread. */
    void append(byte[] value);

    /** Waits until so many records in all are committed, and what says so is as durable as this side makes it. */
    void awaitPublished(long count) throws InterruptedException;

    @Override
    void close();
}
