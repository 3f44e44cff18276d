package io.millrace.benchmarks;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** A source that always has another number. */
public final class NumberSource implements ExternalSource {
    private final Numbers out;
    private long next;

    /** Creates the source; called by the topology. */
    public NumberSource(Numbers out) {
        this.out = out;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        context.index(next);
        out.number(next++);
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
