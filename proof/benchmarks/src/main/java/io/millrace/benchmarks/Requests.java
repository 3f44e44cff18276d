package io.millrace.benchmarks;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/** A client that waits for answers, with its server. For one thread. */
interface Requests extends AutoCloseable {

    /** Makes requests one after the other for a time, and returns the times to the answers. */
    Histogram oneByOne(long durationNs) throws Exception;

    /** Keeps {@link ClientsSuite#WINDOW} requests on their way for a time, and returns the answers in a second. */
    double inWindow(long durationNs) throws Exception;

    @Override
    void close() throws IOException;
}
