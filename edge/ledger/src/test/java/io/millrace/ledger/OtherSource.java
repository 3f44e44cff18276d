package io.millrace.ledger;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** A source that is no seat. */
public final class OtherSource implements ExternalSource {
    /** Takes the output. */
    public OtherSource(Gifts out) {}

    @Override
    public void open(long resumeAfter) {}

    @Override
    public Progress poll(SourceContext context) {
        return Progress.ENDED;
    }

    @Override
    public void close() {}
}
