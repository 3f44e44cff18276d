package io.millrace.dist;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** Sends the numbers from 0 to 9 and ends. */
public final class NumberFeed implements ExternalSource {

    private static final long COUNT = 10;

    private final Numbers out;
    private long next;

    /** Creates the source; called by the topology. */
    public NumberFeed(Numbers out) {
        this.out = out;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next >= COUNT) {
            return Progress.ENDED;
        }
        context.index(next);
        out.number(next);
        next++;
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
