package io.millrace.examples.alarms;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Three sensors, whose values go up and down at random. The value of reading number n is the same in every run. */
public final class Sensors implements ExternalSource {
    private static final List<String> SENSORS = List.of("boiler", "pump", "turbine");
    private static final double MIDDLE = 60;
    private static final double PULL = 0.05;
    private static final double STEP = 5;

    private final Readings out;
    private final long intervalNs;
    private final long count;
    private final double[] values = {MIDDLE, MIDDLE, MIDDLE};
    private final SplittableRandom random = new SplittableRandom(1);
    private long next;
    private long dueNs = Long.MIN_VALUE;

    /**
     * Takes the output.
     *
     * @param every the time between two readings
     * @param count how many readings there are; without end where it is empty
     */
    public Sensors(Readings out, Duration every, Optional<Long> count) {
        this.out = out;
        this.intervalNs = every.toNanos();
        this.count = count.orElse(Long.MAX_VALUE);
    }

    @Override
    public void open(long resumeAfter) {
        while (next <= resumeAfter) {
            measure();
        }
    }

    private int measure() {
        int sensor = (int) (next++ % SENSORS.size());
        values[sensor] += PULL * (MIDDLE - values[sensor]) + random.nextDouble(-STEP, STEP);
        return sensor;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next >= count) {
            return Progress.ENDED;
        }
        long nowNs = context.timeNs();
        if (nowNs < dueNs) {
            return Progress.IDLE;
        }
        dueNs = nowNs + intervalNs;
        context.index(next);
        int sensor = measure();
        double value = Math.round(values[sensor] * 10) / 10.0;
        out.reading(new Reading(SENSORS.get(sensor), value, Instant.ofEpochSecond(0, nowNs)));
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
