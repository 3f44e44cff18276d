package io.millrace.load;

import io.millrace.measure.LatencyGoal;
import io.millrace.measure.Rate;
import org.HdrHistogram.Histogram;

/**
 * A run at one rate, and whether the target sustained it.
 *
 * @param rate the rate
 * @param result what the run found
 * @param goal what response time was promised
 */
public record RateTrial(Rate rate, LoadResult result, LatencyGoal goal) {
    /**
     * Returns how many operations a run needs before it says anything of a goal: as many as the goal allows one to be
     * too slow of, 1,000 for 99.9 %; of fewer the percentile is the greatest. For 100 % it is one.
     */
    public static long leastOperations(LatencyGoal goal) {
        double left = 1 - goal.percentile() / 100;
        // Less than a part in a billion is the rounding of the subtraction.
        return left <= 0 ? 1 : (long) Math.ceil(1 / left * (1 - 1e-9));
    }

    /** Returns whether there were enough operations to tell. */
    public boolean hasEnoughOperations() {
        return result.due() >= leastOperations(goal);
    }

    /** Returns the response time at the percentile of the goal in nanoseconds; what never ended has its age. */
    public long responseNs() {
        Histogram response = result.responseWithAges();
        return response.getTotalCount() == 0 ? 0 : response.getValueAtPercentile(goal.percentile());
    }

    /**
     * Returns whether the goal was met by all operations that were due, without a failed, unfinished or unissued one.
     */
    public boolean isSustained() {
        return result.failed() == 0
                && result.unfinished() == 0
                && result.unissued() == 0
                && responseNs() <= goal.limitNs();
    }

    /** Returns why it was not sustained; empty where it was. */
    public String why() {
        if (isSustained()) {
            return "";
        }
        if (result.failed() > 0) {
            return "failed=" + result.failed();
        }
        if (result.unissued() > 0 || result.unfinished() > 0) {
            return "did not keep up: un-issued=" + result.unissued() + " unfinished=" + result.unfinished();
        }
        return "too slow";
    }
}
