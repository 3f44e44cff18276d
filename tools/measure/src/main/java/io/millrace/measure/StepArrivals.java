package io.millrace.measure;

import java.util.List;

/** Rates one after the other. */
record StepArrivals(List<RateStep> steps) implements Arrivals {
    StepArrivals {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new MeasureException("at least one step is needed steps=0");
        }
    }

    @Override
    public ArrivalTimes times() {
        return new ArrivalTimes() {
            private int step;
            private long stepStartNs;
            private long n;

            @Override
            public long nextNs() {
                while (step < steps.size()) {
                    RateStep current = steps.get(step);
                    long offsetNs = current.rate().offsetNs(n);
                    if (offsetNs < current.durationNs()) {
                        n++;
                        return stepStartNs + offsetNs;
                    }
                    stepStartNs += current.durationNs();
                    step++;
                    n = 0;
                }
                return END;
            }
        };
    }
}
