package io.millrace.telemetry;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** A source of notes that follow from their number, and then waits. */
public final class NoteSource implements ExternalSource {

    private final Notes out;
    private final long count;
    private long next;

    /** Creates the source; called by the topology. */
    public NoteSource(Notes out, long count) {
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
            return Progress.IDLE;
        }
        context.index(next);
        out.note(new Notes.Note(next, "secret text of a message", next / 2.0));
        next++;
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
