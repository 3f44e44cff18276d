package io.millrace.console.cli;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** A source of the tests that sends ten numbers and then waits. */
public final class TickSource implements ExternalSource {

    private static final long COUNT = 10;

    private final Ticks out;
    private long next;

    /** Calls of the tests. */
    public interface Ticks {
        /** Takes a number. */
        void tick(long number);
    }

    /** Creates the source; called by the topology. */
    public TickSource(Ticks out) {
        this.out = out;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next == COUNT) {
            return Progress.IDLE;
        }
        context.index(next);
        out.tick(next++);
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
