package io.millrace.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How well a run kept its schedule, and what held it up. Late is what began more than a millisecond after its time.
 *
 * @param kept whether nothing was left un-issued and at most one in a hundred operations was late
 * @param late how many operations began late
 * @param lateShare their share of all that began, 0 to 1
 * @param busyShare the share of all lateness, 0 to 1, of operations whose thread was still at work on those before
 * @param fullShare the share of those that found as many in flight as may be
 * @param wokenShare the share of those whose thread was waiting and was woken late by the system
 * @param insideShare the share of the time of all threads, 0 to 1, that they spent inside the target
 */
public record ScheduleKept(
        boolean kept,
        long late,
        double lateShare,
        double busyShare,
        double fullShare,
        double wokenShare,
        double insideShare) {
    private static final double NOTABLE = 0.05;
    /**
     * Above this share of late operations the threads never caught up; above this share of time the target held them.
     */
    private static final double SATURATED = 0.9;

    static ScheduleKept of(Lateness lateness, long issued, long unissued, double threadNs) {
        return new ScheduleKept(
                unissued == 0 && lateness.late() <= issued / 100,
                lateness.late(),
                issued == 0 ? 0 : (double) lateness.late() / issued,
                lateness.share(LateCause.BUSY),
                lateness.share(LateCause.FULL),
                lateness.share(LateCause.WOKEN),
                Math.min(1, lateness.insideNs() / Math.max(1, threadNs)));
    }

    /** Returns, for people, why operations were late, worst cause first; empty where none was. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (late == 0) {
            return reasons;
        }
        if (busyShare > NOTABLE) {
            String inside = String.format(Locale.ROOT, "%.0f %%", insideShare * 100);
            reasons.add(percent(busyShare) + " while threads were busy with earlier operations (" + inside
                    + " of their time was spent inside the target): " + whyBusy());
        }
        if (fullShare > NOTABLE) {
            reasons.add(
                    percent(fullShare) + " while as many were in flight as may be: the target answers too slowly, or"
                            + " --in-flight, or the limit that the target itself has, is too low");
        }
        if (wokenShare > NOTABLE) {
            reasons.add(percent(wokenShare)
                    + " since the system let a waiting thread run too late: the generator lacks processors");
        }
        return reasons;
    }

    private String whyBusy() {
        if (insideShare > SATURATED) {
            return "more --threads may help, if the target can do more at once";
        }
        return lateShare > SATURATED
                ? "the generator has no time left for this rate: more --threads, or a lower --rate"
                : "the target or the machine stalled now and then";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
