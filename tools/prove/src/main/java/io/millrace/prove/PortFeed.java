package io.millrace.prove;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.time.Instant;

/**
 * The source of {@link PortsProof}. Its value goes up and down between two limits once in {@value #PERIOD} readings,
 * and trembles, less than the hysteresis, so that each period gives one alarm.
 */
public final class PortFeed implements ExternalSource {
    /** How many readings there are for an alarm. */
    static final int PERIOD = 20;

    private static final int STEP = 10;
    private static final int TREMBLE = 7;
    private static final int FACTOR = 31;

    private final PortReadings out;
    private final long count;
    private long next;

    /**
     * Takes the output.
     *
     * @param count how many readings there are
     */
    public PortFeed(PortReadings out, long count) {
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
        out.reading(next, value(next), Instant.ofEpochSecond(0, context.timeNs()));
        next++;
        return Progress.EMITTED;
    }

    private static int value(long number) {
        int at = (int) (number % PERIOD);
        return STEP * Math.min(at, PERIOD - at) + (int) (number * FACTOR % TREMBLE);
    }

    @Override
    public void close() {}
}
