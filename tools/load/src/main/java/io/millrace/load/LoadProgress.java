package io.millrace.load;

import org.HdrHistogram.Histogram;

/**
 * The figures of one interval of a run.
 *
 * @param phase {@link #WARM_UP} or {@link #RUN}
 * @param atNs the end of the interval, from the start of the phase
 * @param lengthNs its length
 * @param completed operations that were completed in it
 * @param failed operations that failed in it
 * @param inFlight operations that are in flight now
 * @param backlog operations that are due and not issued now; 0 without a schedule
 * @param times the times of the operations that were completed in it
 * @param gc pauses of the generator's own garbage collector
 * @param hiccups how late the generator's own machine woke a sleeping thread
 */
public record LoadProgress(
        String phase,
        long atNs,
        long lengthNs,
        long completed,
        long failed,
        long inFlight,
        long backlog,
        Times times,
        Histogram gc,
        Histogram hiccups) {
    /** The phase before times count. */
    public static final String WARM_UP = "warm-up";

    /** The phase whose times count. */
    public static final String RUN = "run";
}
