package io.millrace.load;

/**
 * How many operations were in flight, and how many must be: by Little's law the rate times the time that each takes.
 *
 * @param perSecond the rate: that of the schedule; in throughput mode, the operations that ended a second
 * @param meanServiceNs the mean service time of the operations that ended, failed ones included, in ns; 0 without any
 * @param inFlight the mean of the numbers in flight, looked at some 80 times a second until the end of the schedule; it
 *     is apart from the two others, which are taken from the times of operations
 * @param allowed how many may be in flight, over all threads
 */
public record Concurrency(double perSecond, double meanServiceNs, double inFlight, long allowed) {
    private static final double NS_PER_SECOND = 1e9;

    /**
     * Returns how many operations must be in flight for the rate. More than are allowed cannot be: then the schedule is
     * not kept.
     */
    public double needed() {
        return perSecond * meanServiceNs / NS_PER_SECOND;
    }
}
