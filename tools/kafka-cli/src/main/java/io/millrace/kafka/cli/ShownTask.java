package io.millrace.kafka.cli;

import io.millrace.service.ComponentState;
import io.millrace.service.ServiceTask;
import io.millrace.service.Task;
import java.util.function.LongSupplier;

/** A service whose remaining work other threads may ask for. */
final class ShownTask implements Task {
    /** Before the first poll. */
    private static final long UNKNOWN = -1;

    private final ServiceTask service;
    private final LongSupplier leftNow;
    private final LongSupplier doneNow;
    private volatile long left = UNKNOWN;

    /**
     * Wraps a service.
     *
     * @param leftNow asked by the thread of the service
     * @param doneNow how many calls or records were copied in this run; asked by any thread
     */
    ShownTask(ServiceTask service, LongSupplier leftNow, LongSupplier doneNow) {
        this.service = service;
        this.leftNow = leftNow;
        this.doneNow = doneNow;
    }

    ServiceTask service() {
        return service;
    }

    /** Returns how many calls or records were copied in this run. */
    long copied() {
        return doneNow.getAsLong();
    }

    /** Returns how many calls or records were refused or passed over in this run. */
    long refused() {
        return service.health().refused();
    }

    /** Returns how much was left after the newest poll; -1 before the first. */
    long left() {
        return left;
    }

    @Override
    public String name() {
        return service.name();
    }

    private boolean isLive() {
        ComponentState state = service.health().state();
        return state == ComponentState.LIVE || state == ComponentState.DEGRADED;
    }

    @Override
    public int poll() {
        int work = service.poll();
        if (service.done()) {
            left = 0;
        } else if (isLive()) {
            left = leftNow.getAsLong(); // before that, it is not known where the copy continues
        }
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
