package io.millrace.measure;

/**
 * The times of a rate, for numbers that mostly grow by little: {@link Rate#offsetNs} exactly, by additions instead of
 * divisions. It keeps, for the last number n, the quotient and the rest of n * perNs / count; a number more adds the
 * quotient and the rest of perNs / count to them, with a carry where the rests come to count. For one thread.
 */
final class RateSteps {
    /** As many additions cost less than the divisions. */
    private static final long MOST_STEPS = 8;

    private Rate rate;
    private long count;
    private long stepNs;
    private long stepRest;
    private long number;
    private long offsetNs;
    private long rest;

    /** Begins anew. */
    void start(Rate newRate) {
        rate = newRate;
        count = newRate.count();
        stepNs = newRate.perNs() / count;
        stepRest = newRate.perNs() % count;
        number = 0;
        offsetNs = 0;
        rest = 0;
    }

    /**
     * Returns when a number is due, which is no less than that before.
     *
     * @throws ArithmeticException if that is more than 292 years
     */
    long offsetNs(long wanted) {
        if (wanted - number > MOST_STEPS) {
            offsetNs = rate.offsetNs(wanted);
            // Both products may be too wide; the difference is a rest, so that its low bits are all of it.
            rest = wanted * rate.perNs() - offsetNs * count;
            number = wanted;
        }
        while (number < wanted) {
            number++;
            offsetNs = Math.addExact(offsetNs, stepNs);
            // Compared this way no sum is too wide.
            if (rest >= count - stepRest) {
                rest -= count - stepRest;
                offsetNs = Math.addExact(offsetNs, 1);
            } else {
                rest += stepRest;
            }
        }
        return offsetNs;
    }
}
