package io.millrace.load;

import io.millrace.measure.VirtualClock;
import java.util.ArrayDeque;
import java.util.List;

/** A target whose sessions answer after a fixed time, when they are polled. */
final class PolledServer implements Target {
    private static final long LEAST_WAIT_NS = 1_000_000;

    private final VirtualClock clock;
    private final long serviceNs;
    private final int room;

    private PolledServer(VirtualClock clock, long serviceNs, int room) {
        this.clock = clock;
        this.serviceNs = serviceNs;
        this.room = room;
    }

    static PolledServer answering(VirtualClock clock, long serviceNs, int room) {
        return new PolledServer(clock, serviceNs, room);
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) {
        ArrayDeque<Operation> inFlight = new ArrayDeque<>();
        ArrayDeque<Long> ends = new ArrayDeque<>();
        return new PolledSession() {
            @Override
            public void issue(Operation operation) {
                inFlight.add(operation);
                ends.add(clock.nanoTime() + serviceNs);
            }

            @Override
            public boolean poll(long waitNs) {
                long nextNs = ends.isEmpty() ? Long.MAX_VALUE : ends.peek();
                if (waitNs >= LEAST_WAIT_NS) {
                    clock.awaitNs(Math.min(nextNs, clock.nanoTime() + waitNs));
                }
                if (nextNs > clock.nanoTime()) {
                    return false;
                }
                ends.remove();
                inFlight.remove().complete();
                return true;
            }

            @Override
            public boolean hasRoom() {
                return inFlight.size() < room;
            }
        };
    }
}
