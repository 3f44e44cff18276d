package io.millrace.load;

import io.millrace.measure.StripedHistograms;
import io.millrace.measure.StripedHistograms.Stripe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The times of one phase of a run, of all kinds of operations and from all threads: each issuing thread has recorders
 * of its own, and all others, which may be very many and short-lived, share a bounded number of them.
 */
final class RunRecorder {
    private final Mode mode;
    private final int kinds;
    private final List<TimesRecorder[]> writers = new CopyOnWriteArrayList<>();
    private final StripedHistograms<TimesRecorder[]> shared = new StripedHistograms<>(this::newWriter);
    private final List<OutcomeTimes> totals = new ArrayList<>();
    private OutcomeTimes spare = OutcomeTimes.empty();

    RunRecorder(Mode mode, int kinds) {
        this.mode = mode;
        this.kinds = kinds;
        for (int kind = 0; kind < kinds; kind++) {
            totals.add(OutcomeTimes.empty());
        }
    }

    /** Returns recorders for one thread, by kind. */
    TimesRecorder[] newWriter() {
        TimesRecorder[] recorders = new TimesRecorder[kinds];
        for (int kind = 0; kind < kinds; kind++) {
            recorders[kind] = new TimesRecorder(mode);
        }
        writers.add(recorders);
        return recorders;
    }

    /** Records from a thread that has no recorder of its own at hand. */
    void record(int kind, Outcome outcome, long intendedNs, long startedNs, long endedNs) {
        Stripe<TimesRecorder[]> stripe = shared.acquire();
        try {
            stripe.state()[kind].record(outcome, intendedNs, startedNs, endedNs);
        } finally {
            stripe.release();
        }
    }

    /** Returns how many operations are over. */
    long ended() {
        long sum = 0;
        for (TimesRecorder[] writer : writers) {
            for (TimesRecorder recorder : writer) {
                sum += recorder.ended();
            }
        }
        return sum;
    }

    /** Returns, by kind, what was recorded since the last call, and adds it to the totals. For one reader. */
    List<OutcomeTimes> interval() {
        List<OutcomeTimes> interval = new ArrayList<>();
        for (int kind = 0; kind < kinds; kind++) {
            OutcomeTimes sum = OutcomeTimes.empty();
            for (TimesRecorder[] writer : writers) {
                OutcomeTimes full = writer[kind].exchange(spare);
                sum.add(full);
                full.reset();
                spare = full;
            }
            totals.get(kind).add(sum);
            interval.add(sum);
        }
        return interval;
    }

    /** Returns, by kind, the sum of all intervals so far; not a copy. */
    List<OutcomeTimes> totals() {
        return List.copyOf(totals);
    }
}
