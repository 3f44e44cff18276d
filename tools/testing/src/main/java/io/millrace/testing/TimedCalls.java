package io.millrace.testing;

import io.millrace.channel.EpochNs;
import io.millrace.service.Timed;
import java.time.Instant;

/** Calls a component for all that is due. */
final class TimedCalls implements VirtualTime {
    /** A component that is due again and again at the same time never gets further. */
    private static final int MAX_CALLS = 1_000_000;

    private final Timed component;

    TimedCalls(Timed component) {
        this.component = component;
    }

    @Override
    public void time(Instant now) {
        long nowNs = EpochNs.of(now);
        for (int calls = 0; component.dueNs() <= nowNs && component.dueNs() != Timed.NEVER; calls++) {
            if (calls == MAX_CALLS) {
                throw new TestingException("the component is due again and again calls=" + calls + " time=" + now);
            }
            component.due();
        }
    }
}
