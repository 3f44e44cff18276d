package io.millrace.benchmarks;

import io.millrace.jdbc.JdbcRequests;
import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/** A source of inserts at a rate, which records how long it takes to write each request. */
public final class BurstSource implements ExternalSource {
    private static final String SQL = "insert into orders(id, symbol, quantity) values(?, ?, ?)";

    private final JdbcRequests out;
    private final long count;
    private final long intervalNs;
    private final AtomicReference<Histogram> writes = new AtomicReference<>();
    private final Histogram recorded = new Histogram(3);
    private long startNs;
    private long next;

    /**
     * Creates the source; called by the topology.
     *
     * @param out takes the requests
     * @param count how many there are
     * @param intervalNs the time between two; 0 for as fast as possible
     */
    public BurstSource(JdbcRequests out, long count, long intervalNs) {
        this.out = out;
        this.count = count;
        this.intervalNs = intervalNs;
    }

    /** Returns the times from when a request was due until it was written; null until all are. For any thread. */
    Histogram writes() {
        return writes.get();
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next == count) {
            writes.set(recorded);
            return Progress.ENDED;
        }
        long nowNs = System.nanoTime();
        if (startNs == 0) {
            startNs = nowNs;
        }
        long dueNs = startNs + next * intervalNs;
        if (nowNs < dueNs) {
            return Progress.IDLE;
        }
        context.index(next);
        out.executeUpdate(SQL, next, "EURUSD", 100L);
        next++;
        recorded.recordValue(System.nanoTime() - (intervalNs == 0 ? nowNs : dueNs));
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
