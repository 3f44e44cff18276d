package io.millrace.load;

import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.Schedule.Ticket;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The ages of operations that never began: a lower bound of their response times. */
final class UnissuedAges {
    private static final long MOST_STEPS = 1_000_000;

    private final LoadPhase phase;
    private final Histogram ages;
    private long left;

    UnissuedAges(LoadPhase phase, Histogram ages) {
        this.phase = phase;
        this.ages = ages;
    }

    /**
     * Records the age of each operation that was due before a time and not issued: those that threads had claimed, and
     * those that no thread has reached. Of very many at an even rate, neighbours are recorded together with the age of
     * the oldest of them.
     */
    void collect(List<PhaseIssuer> parts, long due, long nowNs) {
        left = due - parts.stream().mapToLong(PhaseIssuer::issued).sum();
        for (PhaseIssuer part : parts) {
            part.pending(intendedNs -> record(intendedNs, 1, nowNs));
        }
        if (!phase.isEven()) {
            Ticket ticket = new Ticket();
            while (left > 0 && phase.claim(ticket)) {
                record(ticket.intendedNs(), 1, nowNs);
            }
            return;
        }
        long next = phase.claimed();
        long stride = Math.max(1, (due - next) / MOST_STEPS);
        while (next < due && left > 0) {
            long together = Math.min(stride, due - next);
            record(phase.evenNs(next), together, nowNs);
            next += together;
        }
    }

    private void record(long intendedNs, long count, long nowNs) {
        if (intendedNs >= nowNs || left <= 0) {
            return;
        }
        long together = Math.min(count, left);
        ages.recordValueWithCount(Math.clamp(nowNs - intendedNs, 0, LatencyRecorder.HIGHEST_NS), together);
        left -= together;
    }
}
