package io.millrace.prove;

import io.millrace.channel.EpochNs;
import io.millrace.service.Timed;
import java.time.Instant;

/** The second component of {@link OrderProof}, which reads what the first one writes and has a timer of its own. */
final class OrderCounter implements OrderEvents, Timed {

    private static final long TOLD_EVERY = 7;
    private static final long LATER_NS = 3_000_000;

    private final OrderTotals out;
    private long changes;
    private long reminders;
    private long dueNs = NEVER;

    OrderCounter(OrderTotals out) {
        this.out = out;
    }

    @Override
    public void changed(String account, long balance, long clockNs) {
        changes++;
        if (changes % TOLD_EVERY == 0) {
            out.total(changes, reminders);
        }
    }

    @Override
    public void reminded(String token, Instant at, long sum) {
        reminders++;
        dueNs = EpochNs.of(at) + LATER_NS;
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public void due() {
        dueNs = NEVER;
        out.total(changes, reminders);
    }

    /** Returns the state as text. */
    @Override
    public String toString() {
        return "changes=" + changes + " reminders=" + reminders + " dueNs=" + dueNs;
    }
}
