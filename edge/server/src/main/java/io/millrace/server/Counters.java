package io.millrace.server;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What a server counts; any thread. */
final class Counters {

    final AtomicLong sessions = new AtomicLong();
    final LongAdder requests = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder slowReaders = new LongAdder();
    final LongAdder slowHeaders = new LongAdder();
    final LongAdder errors = new LongAdder();

    ServerCounts counts(long connections) {
        return new ServerCounts(
                connections,
                sessions.get(),
                requests.sum(),
                refused.sum(),
                slowReaders.sum(),
                slowHeaders.sum(),
                errors.sum());
    }
}
