package io.millrace.load;

import io.millrace.measure.MeasureException;
import io.millrace.measure.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Searches the highest rate at which a promise of response time holds. It doubles the rate while that is sustained,
 * or halves it until it is; then it takes the middle, by ratio, of the highest rate that was sustained and the lowest
 * that was not, until the two are near enough. The rate it has found must hold once more; where it does not, the next
 * lower one is tried. Rates at which a run has too few operations to tell whether the promise is kept are not tried.
 */
public final class RateSearch {
    private static final long MOST_PER_SECOND = 1_000_000_000;
    private static final int MOST_TRIALS = 100;

    private final Function<Rate, RateTrial> run;
    private final Consumer<RateTrial> observer;
    private final double precision;
    private final List<RateTrial> known;
    private final List<RateTrial> trials = new ArrayList<>();

    /**
     * Creates a search.
     *
     * @param run runs once at a rate
     * @param observer is told of each trial
     * @param precision how far the rate that is found may be from the next that is not sustained, as a share: 0.05 for
     *     5 %; from 0.001 to 1
     */
    public RateSearch(Function<Rate, RateTrial> run, Consumer<RateTrial> observer, double precision) {
        this(run, observer, precision, List.of());
    }

    /**
     * Creates a search that continues after others for other promises, and repeats none of their trials but the one
     * that confirms a rate.
     *
     * @param run as above
     * @param observer as above
     * @param precision as above
     * @param known trials of those searches; each is judged by the promise that it states here, and passed over if it
     *     had too few operations for it
     */
    public RateSearch(
            Function<Rate, RateTrial> run, Consumer<RateTrial> observer, double precision, List<RateTrial> known) {
        if (!(precision >= 0.001 && precision <= 1)) {
            throw new MeasureException("precision out of range precision=" + precision + " least=0.001 greatest=1");
        }
        this.run = run;
        this.observer = observer;
        this.precision = precision;
        this.known = known.stream().filter(RateTrial::hasEnoughOperations).toList();
    }

    /**
     * Searches.
     *
     * @param startPerSecond where to begin, in operations a second
     * @param leastPerSecond the lowest rate that is tried, from 1, of {@link RateTrial#leastOperations}
     * @return the trial that confirmed the rate; empty where not even the lowest is sustained
     * @throws MeasureException if the lowest rate is out of range
     */
    public Optional<RateTrial> search(long startPerSecond, long leastPerSecond) {
        if (leastPerSecond < 1 || leastPerSecond > MOST_PER_SECOND) {
            throw new MeasureException("lowest rate out of range leastPerSecond=" + leastPerSecond
                    + " least=1 greatest=" + MOST_PER_SECOND);
        }
        long high = lowestNotSustained(leastPerSecond);
        long low = highestSustained(leastPerSecond, high == 0 ? Long.MAX_VALUE : high);
        if (high == leastPerSecond) {
            return Optional.empty();
        }
        long next = Math.clamp(startPerSecond, leastPerSecond, MOST_PER_SECOND);
        if (low != 0) {
            next = Math.min(MOST_PER_SECOND, low * 2);
        } else if (high != 0) {
            next = Math.max(leastPerSecond, high / 2);
        }
        while ((low == 0 || high == 0) && trials.size() < MOST_TRIALS) {
            if (trial(next).isSustained()) {
                low = next;
                if (low == MOST_PER_SECOND) {
                    break;
                }
                next = Math.min(MOST_PER_SECOND, next * 2);
            } else {
                high = next;
                if (high == leastPerSecond) {
                    return Optional.empty();
                }
                next = Math.max(leastPerSecond, next / 2);
            }
        }
        while (high - low > 1 && high > low * (1 + precision) && trials.size() < MOST_TRIALS) {
            long middle = Math.clamp(Math.round(Math.sqrt((double) low * high)), low + 1, high - 1);
            if (trial(middle).isSustained()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return confirmed(low, leastPerSecond);
    }

    private long lowestNotSustained(long leastPerSecond) {
        return known.stream()
                .filter(trial -> !trial.isSustained())
                .mapToLong(RateSearch::perSecond)
                .filter(rate -> rate >= leastPerSecond)
                .min()
                .orElse(0);
    }

    private long highestSustained(long leastPerSecond, long below) {
        return known.stream()
                .filter(RateTrial::isSustained)
                .mapToLong(RateSearch::perSecond)
                .filter(rate -> rate >= leastPerSecond && rate < below)
                .max()
                .orElse(0);
    }

    private static long perSecond(RateTrial trial) {
        return Math.round(trial.rate().perSecond());
    }

    private Optional<RateTrial> confirmed(long found, long leastPerSecond) {
        long rate = found;
        while (rate >= leastPerSecond && trials.size() < MOST_TRIALS) {
            RateTrial again = trial(rate);
            if (again.isSustained()) {
                return Optional.of(again);
            }
            rate = Math.min(rate - 1, Math.round(rate * (1 - precision)));
        }
        return Optional.empty();
    }

    private RateTrial trial(long perSecond) {
        RateTrial trial = run.apply(Rate.perSecond(perSecond));
        trials.add(trial);
        observer.accept(trial);
        return trial;
    }

    /** Returns all trials so far, in order. */
    public List<RateTrial> trials() {
        return List.copyOf(trials);
    }
}
