package io.millrace.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Determines whether two sets of runs differ, percentile by percentile, and by how much, with an interval.
 *
 * <p>The interval is a bootstrap (Efron, 1979) in two levels: runs are drawn repeatedly with replacement from each set,
 * and from each drawn run its intervals; the middle 95 % of the ratios of the percentiles are the result. Intervals and
 * not single times are drawn, since neighbouring times depend on each other, and runs first, since every start of a JVM
 * compiles another program. Nothing is assumed about the form of the distribution. Runs of the two sets should
 * alternate (A B A B), so that a machine that becomes slower affects both.
 */
public final class Comparison {
    private static final int RESAMPLES = 1_000;
    private static final double TAIL = 0.025;
    private static final double MOST_JITTER_RATIO = 2;
    private static final double NOTABLE_JITTER_NS = 1_000_000;

    private Comparison() {}

    /**
     * Compares two sets of runs, each of which is a list of histograms by interval.
     *
     * @param before the first set, at least one run
     * @param after the second set, at least one run
     * @param percentiles which percentiles to compare, each above 0 and at most 100
     * @param seed of the draws; the same seed gives the same answer
     * @throws MeasureException if a set has no times, or only one run of fewer than two intervals to draw from
     */
    public static List<PercentileChange> of(
            List<List<Histogram>> before, List<List<Histogram>> after, List<Double> percentiles, long seed) {
        Buckets values = Buckets.of(before, after);
        Draws first = new Draws("before", before, values);
        Draws second = new Draws("after", after, values);
        double[] wanted = percentiles.stream().mapToDouble(Double::doubleValue).toArray();
        double[][] ratios = new double[wanted.length][RESAMPLES];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < RESAMPLES; i++) {
            double[] one = values.percentiles(first.draw(random), wanted);
            double[] other = values.percentiles(second.draw(random), wanted);
            for (int p = 0; p < wanted.length; p++) {
                ratios[p][i] = other[p] / one[p] - 1;
            }
        }
        double[] actualFirst = values.percentiles(first.all(), wanted);
        double[] actualSecond = values.percentiles(second.all(), wanted);
        PercentileChange[] changes = new PercentileChange[wanted.length];
        for (int p = 0; p < wanted.length; p++) {
            Arrays.sort(ratios[p]);
            changes[p] = new PercentileChange(
                    wanted[p],
                    (long) actualFirst[p],
                    (long) actualSecond[p],
                    ratios[p][(int) (TAIL * RESAMPLES)],
                    ratios[p][(int) ((1 - TAIL) * RESAMPLES) - 1]);
        }
        return List.of(changes);
    }

    /**
     * Compares a figure that two programs have in each of their starts, as the median of the rounds of that start: how
     * many times better is the first? The interval is a bootstrap in two levels too, of starts and of the rounds of
     * those drawn. Of a single start it knows only how its rounds differ, and not how another start would.
     *
     * <p>Starts with the same number alternated, and so did rounds with the same number in them: if both sides have as
     * many, they are drawn together, so that a change of the machine that affects both is not attributed to the
     * programs.
     *
     * @param first for each start of the first program, the figures of its rounds
     * @param second the same of the second
     * @param ratio how many times better a figure of the first is than one of the second
     * @param seed of the draws; the same seed gives the same answer
     * @return nothing where a program has only one figure, which says nothing about how figures differ
     * @throws MeasureException if a program has no start, or a start no figure
     */
    public static Optional<RatioInterval> ratio(
            List<List<Double>> first, List<List<Double>> second, DoubleBinaryOperator ratio, long seed) {
        double actual = ratio.applyAsDouble(medianOfMedians(first), medianOfMedians(second));
        if (isSingle(first) || isSingle(second)) {
            return Optional.empty();
        }
        SplittableRandom random = new SplittableRandom(seed);
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            long draw = random.nextLong();
            ratios[i] = ratio.applyAsDouble(
                    medianOfMedians(drawn(first, new SplittableRandom(draw))),
                    medianOfMedians(drawn(second, new SplittableRandom(draw))));
        }
        Arrays.sort(ratios);
        return Optional.of(new RatioInterval(
                actual, ratios[(int) (TAIL * RESAMPLES)], ratios[(int) ((1 - TAIL) * RESAMPLES) - 1]));
    }

    private static boolean isSingle(List<List<Double>> starts) {
        return starts.size() == 1 && starts.getFirst().size() == 1;
    }

    private static double medianOfMedians(List<List<Double>> starts) {
        return Statistics.median(starts.stream().map(Statistics::median).toList());
    }

    /** Draws the same indexes of two sets of starts with random numbers of the same seed, if both have as many. */
    private static List<List<Double>> drawn(List<List<Double>> starts, SplittableRandom random) {
        List<List<Double>> drawn = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            List<Double> rounds = starts.get(random.nextInt(starts.size()));
            SplittableRandom inside = random.split();
            List<Double> some = new ArrayList<>();
            for (int k = 0; k < rounds.size(); k++) {
                some.add(rounds.get(inside.nextInt(rounds.size())));
            }
            drawn.add(some);
        }
        return drawn;
    }

    /**
     * Refuses to compare runs on machines that behaved differently.
     *
     * @param before late wake-ups or other pauses of the machine beside the first set, in nanoseconds
     * @param after the same beside the second set
     * @throws MeasureException if the 99th or 99.9th percentile of one is more than twice that of the other, and above
     *     a millisecond
     */
    public static void checkJitter(Histogram before, Histogram after) {
        for (double percentile : new double[] {99, 99.9}) {
            double one = Math.max(1, before.getValueAtPercentile(percentile));
            double other = Math.max(1, after.getValueAtPercentile(percentile));
            double ratio = Math.max(one, other) / Math.min(one, other);
            if (ratio > MOST_JITTER_RATIO && Math.max(one, other) > NOTABLE_JITTER_NS) {
                throw new MeasureException("the machine differed too much between the runs percentile=" + percentile
                        + " beforeNs=" + (long) one + " afterNs=" + (long) other);
            }
        }
    }

    /** The values that occur at all, in order; histograms become counts of these. */
    private static final class Buckets {
        private final long[] values;

        Buckets(long... values) {
            this.values = values;
        }

        static Buckets of(List<List<Histogram>> before, List<List<Histogram>> after) {
            Histogram all = new Histogram(LatencyRecorder.DIGITS);
            before.forEach(run -> run.forEach(all::add));
            after.forEach(run -> run.forEach(all::add));
            long[] values = new long[(int) Math.min(Integer.MAX_VALUE, all.getTotalCount() + 1)];
            int count = 0;
            for (HistogramIterationValue value : all.recordedValues()) {
                values[count++] = value.getValueIteratedTo();
            }
            return new Buckets(Arrays.copyOf(values, count));
        }

        double[] percentiles(long[] counts, double... wanted) {
            long total = Arrays.stream(counts).sum();
            double[] found = new double[wanted.length];
            for (int p = 0; p < wanted.length; p++) {
                long rank = Math.max(1, (long) Math.ceil(Math.nextDown(wanted[p] / 100) * total));
                long passed = 0;
                int bucket = -1;
                while (passed < rank) {
                    bucket++;
                    passed += counts[bucket];
                }
                found[p] = Math.max(1, values[bucket]);
            }
            return found;
        }
    }

    /** One set of runs, as sparse counts by interval, to draw from. */
    private static final class Draws {
        private final int[][][] buckets;
        private final long[][][] counts;
        private final int size;

        Draws(String name, List<List<Histogram>> runs, Buckets values) {
            List<List<Histogram>> filled = runs.stream()
                    .map(run -> run.stream()
                            .filter(interval -> interval.getTotalCount() > 0)
                            .toList())
                    .filter(run -> !run.isEmpty())
                    .toList();
            if (filled.isEmpty() || (filled.size() == 1 && filled.getFirst().size() < 2)) {
                throw new MeasureException("too few runs to compare set=" + name + " runs=" + filled.size());
            }
            size = values.values.length;
            buckets = new int[filled.size()][][];
            counts = new long[filled.size()][][];
            for (int run = 0; run < filled.size(); run++) {
                List<Histogram> intervals = filled.get(run);
                buckets[run] = new int[intervals.size()][];
                counts[run] = new long[intervals.size()][];
                for (int i = 0; i < intervals.size(); i++) {
                    take(intervals.get(i), values, run, i);
                }
            }
        }

        private void take(Histogram interval, Buckets values, int run, int i) {
            int[] places = new int[size];
            long[] found = new long[size];
            int count = 0;
            for (HistogramIterationValue value : interval.recordedValues()) {
                int place = Arrays.binarySearch(values.values, value.getValueIteratedTo());
                places[count] = place >= 0 ? place : Math.min(size - 1, -place - 1);
                found[count++] = value.getCountAtValueIteratedTo();
            }
            buckets[run][i] = Arrays.copyOf(places, count);
            counts[run][i] = Arrays.copyOf(found, count);
        }

        long[] draw(SplittableRandom random) {
            long[] drawn = new long[size];
            for (int r = 0; r < buckets.length; r++) {
                int run = random.nextInt(buckets.length);
                for (int i = 0; i < buckets[run].length; i++) {
                    add(run, random.nextInt(buckets[run].length), drawn);
                }
            }
            return drawn;
        }

        long[] all() {
            long[] all = new long[size];
            for (int run = 0; run < buckets.length; run++) {
                for (int i = 0; i < buckets[run].length; i++) {
                    add(run, i, all);
                }
            }
            return all;
        }

        private void add(int run, int interval, long... sums) {
            int[] places = buckets[run][interval];
            long[] found = counts[run][interval];
            for (int i = 0; i < places.length; i++) {
                sums[places[i]] += found[i];
            }
        }
    }
}
