package io.millrace.service;

/** Counts up to a limit and ends. */
public final class Counter implements ExternalSource {
    private final Numbers out;
    private final long limit;
    private long next;

    public Counter(Numbers out, long limit) {
        this.out = out;
        this.limit = limit;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next == limit) {
            return Progress.ENDED;
        }
        context.index(next);
        out.number(next++);
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
