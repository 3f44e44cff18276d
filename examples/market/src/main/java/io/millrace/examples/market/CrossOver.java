package io.millrace.examples.market;

/**
 * Compares the simple moving averages of the last 10 and the last 30 closes. Where the sign of short minus long turns
 * positive it signals a {@link Buy}, where it turns negative a {@link Sell}. The first sign gives no signal, and a
 * difference of exactly zero changes nothing.
 *
 * <p>Each average is summed afresh, from the oldest close to the newest, so that its value depends on those closes
 * alone and not on what was added and taken away before.
 */
public final class CrossOver implements Bars {
    private static final int SHORT = 10;
    private static final int LONG = 30;

    private final Signals out;
    private final double[] closes = new double[LONG];

    private long seen;
    private int sign;

    /** Creates one that has seen no bar. */
    public CrossOver(Signals out) {
        this.out = out;
    }

    @Override
    public void bar(Bar bar) {
        closes[(int) (seen % LONG)] = bar.close();
        seen++;
        if (seen < LONG) {
            return;
        }
        double difference = average(SHORT) - average(LONG);
        int newSign = (int) Math.signum(difference);
        if (newSign == 0 || newSign == sign) {
            return;
        }
        boolean first = sign == 0;
        sign = newSign;
        if (first) {
            return;
        }
        out.signal(sign > 0 ? new Buy(bar.start(), bar.close()) : new Sell(bar.start(), bar.close()));
    }

    private double average(int length) {
        double sum = 0;
        for (long bar = seen - length; bar < seen; bar++) {
            sum += closes[(int) (bar % LONG)];
        }
        return sum / length;
    }
}
