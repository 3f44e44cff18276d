package io.millrace.prove;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** The source of {@link HostsProof}: steps from 0 up to a number. */
public final class StepFeed implements ExternalSource {

    private final Steps out;
    private final long count;
    private long next;

    /**
     * Creates the source.
     *
     * @param out takes the steps
     * @param count how many there are
     */
    public StepFeed(Steps out, long count) {
        this.out = out;
        this.count = count;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next >= count) {
            return Progress.ENDED;
        }
        context.index(next);
        out.step(next, 0);
        next++;
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
