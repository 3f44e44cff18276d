package io.millrace.net;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** Ticks from 0 up to a limit. */
public final class TickFeed implements ExternalSource {

    private final Ticks out;
    private final long limit;
    private long next;

    /** Takes the output and how many ticks there are. */
    public TickFeed(Ticks out, long limit) {
        this.out = out;
        this.limit = limit;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next >= limit) {
            return Progress.ENDED;
        }
        context.index(next);
        out.tick(next++);
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
