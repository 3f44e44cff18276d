package io.millrace.load;

import io.millrace.measure.LatencyRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * The result of a run. Its counts add up: {@code due = completed + failed + unfinished + unissued}.
 *
 * @param due operations that should have begun before the end; in throughput mode, that did
 * @param unfinished those that began and were neither completed nor failed when the run was given up
 * @param unissued those that never began
 * @param unmatched how often a target ended an operation that was over or given up
 * @param elapsedNs from the start to when the last operation was over, or the run was given up
 * @param kinds times by kind of operation
 * @param unfinishedAges how long before the end what is unfinished should have begun (without a schedule, did begin)
 * @param unissuedAges how long before the end what was never issued should have begun
 * @param reasons why operations failed, most frequent first
 * @param concurrency how many were in flight, and how many must be for the rate
 * @param schedule how well the schedule was kept
 * @param cost what the issuing threads took from their machine
 * @param gc pauses of the generator's own garbage collector
 * @param hiccups how late the generator's own machine wakes a sleeping thread
 */
public record LoadResult(
        long due,
        long unfinished,
        long unissued,
        long unmatched,
        long elapsedNs,
        List<KindTimes> kinds,
        Histogram unfinishedAges,
        Histogram unissuedAges,
        List<FailureReason> reasons,
        Concurrency concurrency,
        ScheduleKept schedule,
        IssuerCost cost,
        Histogram gc,
        Histogram hiccups) {
    /** Copies the lists and checks that the counts add up. */
    public LoadResult {
        kinds = List.copyOf(kinds);
        reasons = new ArrayList<>(reasons);
        Objects.requireNonNull(concurrency);
        Objects.requireNonNull(schedule);
        Objects.requireNonNull(cost);
        long completed =
                kinds.stream().mapToLong(kind -> kind.completed().count()).sum();
        long failed = kinds.stream().mapToLong(kind -> kind.failed().count()).sum();
        if (due != completed + failed + unfinished + unissued || unfinished < 0 || unissued < 0) {
            throw new LoadException("operations do not add up due=" + due + " completed=" + completed + " failed="
                    + failed + " unfinished=" + unfinished + " unissued=" + unissued);
        }
    }

    /** Returns how many operations succeeded. */
    public long completed() {
        return all(Outcome.COMPLETED).count();
    }

    /** Returns how many operations failed. */
    public long failed() {
        return all(Outcome.FAILED).count();
    }

    /** Returns the times of all kinds of operations that succeeded, together. */
    public Times times() {
        return all(Outcome.COMPLETED);
    }

    /** Returns the times of all kinds of operations that failed, together. */
    public Times failedTimes() {
        return all(Outcome.FAILED);
    }

    private Times all(Outcome outcome) {
        Times sum = Times.empty();
        for (KindTimes kind : kinds) {
            sum.add(outcome == Outcome.COMPLETED ? kind.completed() : kind.failed());
        }
        return sum;
    }

    /** Returns completed operations a second. */
    public double throughput() {
        return completed() * 1e9 / Math.max(1, elapsedNs);
    }

    /**
     * Returns response times that include unfinished and unissued operations with their ages: a lower bound of the
     * times that users of the target saw. Meaningless without a schedule.
     */
    public Histogram responseWithAges() {
        Histogram all = LatencyRecorder.newHistogram();
        all.add(times().response());
        all.add(unfinishedAges);
        all.add(unissuedAges);
        return all;
    }
}
