package io.millrace.load;

/**
 * Whole numbers of a range of which the first are the most frequent: number k of them has a probability in proportion
 * to k^-exponent. Drawn by rejection-inversion, in constant time and memory (Hörmann and Derflinger,
 * <i>Rejection-inversion to generate variates from monotone discrete distributions</i>, 1996).
 */
final class ZipfGenerator implements Generator {
    private final long from;
    private final long count;
    private final double exponent;
    private final double atFirst;
    private final double atLast;
    private final double threshold;

    /**
     * Creates one.
     *
     * @param exponent above 0; 1 is the classical law
     */
    ZipfGenerator(long from, long to, double exponent) {
        if (from > to || to - from < 0 || to - from == Long.MAX_VALUE) {
            throw new LoadException("not a range from=" + from + " to=" + to);
        }
        if (!(exponent > 0 && exponent <= 100)) {
            throw new LoadException("exponent must be above 0 and at most 100 exponent=" + exponent);
        }
        this.from = from;
        this.count = to - from + 1;
        this.exponent = exponent;
        atFirst = integral(1.5) - 1;
        atLast = integral((double) count + 0.5);
        threshold = 2 - inverse(integral(2.5) - density(2));
    }

    @Override
    public ValueKind kind() {
        return ValueKind.INTEGER;
    }

    @Override
    public long draw(Randomness random, long sequence) {
        while (true) {
            double u = atLast + random.fraction() * (atFirst - atLast);
            double x = inverse(u);
            long k = Math.clamp((long) (x + 0.5), 1, count);
            double whole = (double) k;
            if (whole - x <= threshold || u >= integral(whole + 0.5) - density(whole)) {
                return from + k - 1;
            }
        }
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        out.append(drawn);
    }

    private double density(double x) {
        return Math.exp(-exponent * Math.log(x));
    }

    /** Returns the integral of the density from 1 to x. */
    private double integral(double x) {
        double log = Math.log(x);
        double power = (1 - exponent) * log;
        // (e^power - 1) / power tends to 1 where the exponent is near 1.
        return Math.abs(power) > 1e-8 ? Math.expm1(power) / power * log : (1 + power / 2) * log;
    }

    private double inverse(double area) {
        double t = Math.max(-1, area * (1 - exponent));
        double scale = Math.abs(t) > 1e-8 ? Math.log1p(t) / t : 1 - t / 2;
        return Math.exp(scale * area);
    }
}
