package io.millrace.console;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** A source of notes that follow from their number, and then waits. */
public final class NoteSource implements ExternalSource {

    private final Notes out;
    private final long count;
    private final String text;
    private final long failAt;
    private long next;

    /** Creates the source; called by the topology. */
    public NoteSource(Notes out, long count, String text, long failAt) {
        this.out = out;
        this.count = count;
        this.text = text;
        this.failAt = failAt;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next == failAt) {
            throw new IllegalStateException("the source broke number=" + next);
        }
        if (next >= count) {
            return Progress.IDLE;
        }
        context.index(next);
        out.note(new Notes.Note(next, text, next / 2.0));
        next++;
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
