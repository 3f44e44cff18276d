package io.millrace.kafka.cli;

import io.millrace.service.ServiceTask;
import io.millrace.service.Task;
import java.util.function.LongSupplier;

/** A service whose remaining work other threads may ask for. */
final class ShownTask implements Task {
    /** Before the first poll. */
    private static final long UNKNOWN = -1;

    private final ServiceTask service;
    private final LongSupplier leftNow;
    private volatile long left = UNKNOWN;

    /**
     * Wraps a service.
     *
     * @param leftNow asked by the thread of the service
     */
    ShownTask(ServiceTask service, LongSupplier leftNow) {
        this.service = service;
        this.leftNow = leftNow;
    }

    ServiceTask service() {
        return service;
    }

    /** Returns how much was left after the newest poll; -1 before the first. */
    long left() {
        return left;
    }

    @Override
    public String name() {
        return service.name();
    }

    @Override
    public int poll() {
        int work = service.poll();
        left = service.done() ? 0 : leftNow.getAsLong();
        return work;
    }

    @Override
    public boolean done() {
        return service.done();
    }

    @Override
    public void close() {
        service.close();
    }
}
