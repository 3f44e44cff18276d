package io.millrace.examples.town;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.time.Duration;

/** People near one seat: they give likes now and then: a batch of two gifts each time. */
public final class People implements ExternalSource {

    private static final int CALLS_OF_A_BATCH = 4;
    private static final String[] NAMES = {"anna", "ben", "carla", "dan", "eva"};

    private final Gifts out;
    private final int seat;
    private final Duration every;
    private final long count;
    private long next;
    private long dueNs = Long.MIN_VALUE;

    /**
     * Takes the output.
     *
     * @param seat the number of the seat, by which people have different names at each
     * @param every the time between two batches
     * @param batches how many batches there are; without end where 0
     */
    public People(Gifts out, int seat, Duration every, long batches) {
        this.out = out;
        this.seat = seat;
        this.every = every;
        this.count = batches * CALLS_OF_A_BATCH;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next >= count && count > 0) {
            return Progress.IDLE;
        }
        boolean begins = next % CALLS_OF_A_BATCH == 0;
        if (begins && dueNs != Long.MIN_VALUE && context.timeNs() < dueNs) {
            return Progress.IDLE;
        }
        dueNs = begins ? context.timeNs() + every.toNanos() : dueNs;
        context.index(next);
        call(next / CALLS_OF_A_BATCH, (int) (next % CALLS_OF_A_BATCH));
        next++;
        return Progress.EMITTED;
    }

    private void call(long batch, int number) {
        String by = name(batch);
        switch (number) {
            case 0 -> out.startBatch(by);
            case CALLS_OF_A_BATCH - 1 -> out.endBatch(by);
            default -> out.give(by, name(batch + number), 1 + batch % 3);
        }
    }

    private String name(long number) {
        return NAMES[(int) (number % NAMES.length)] + seat;
    }

    @Override
    public void close() {}
}
