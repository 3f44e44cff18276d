package io.millrace.topology;

import io.millrace.service.OrderedSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** Ten entries of an order, one a second from noon on. */
public final class OrderFeed implements OrderedSource {

    private static final long COUNT = 10;
    private static final long NOON_NS = 1_767_355_200_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000;

    private final Numbers out;
    private long next;

    /** Takes the output. */
    public OrderFeed(Numbers out) {
        this.out = out;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next == COUNT) {
            return Progress.ENDED;
        }
        context.entry(next - 1, next, NOON_NS + next * SECOND_NS);
        out.number(next);
        next++;
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
