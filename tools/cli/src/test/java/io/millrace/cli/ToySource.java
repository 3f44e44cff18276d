package io.millrace.cli;

import io.millrace.cli.Readings.Reading;
import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** Readings that follow from their number. */
final class ToySource implements ExternalSource {
    /** What happens after the last. */
    enum After {
        END,
        WAIT,
        FAIL
    }

    private final Readings out;
    private final String sensor;
    private final int count;
    private final After after;
    private long next;

    public ToySource(Readings out, String sensor, int count, After after) {
        this.out = out;
        this.sensor = sensor;
        this.count = count;
        this.after = after;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next < count) {
            context.index(next);
            out.reading(new Reading(sensor, next, next % 37 / 2.0));
            next++;
            return Progress.EMITTED;
        }
        return switch (after) {
            case END -> Progress.ENDED;
            case WAIT -> Progress.IDLE;
            case FAIL -> throw new IllegalStateException("the sensor broke number=" + next);
        };
    }

    @Override
    public void close() {}
}
