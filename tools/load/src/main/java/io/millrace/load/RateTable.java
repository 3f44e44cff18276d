package io.millrace.load;

import io.millrace.measure.LatencyGoal;
import io.millrace.measure.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The highest rate for each of several promises. A search uses what the searches before it have found. */
final class RateTable {

    private final Function<Rate, LoadResult> run;
    private final double precision;
    private final long startPerSecond;
    private final long durationNs;
    private final Consumer<RateTrial> observer;
    private final List<RateTrial> trials = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();

    private record Line(String promise, LatencyGoal goal, long leastPerSecond, Optional<RateTrial> found) {
        String text() {
            return found.map(trial -> "highest sustainable rate: " + trial.rate() + " with " + promise)
                    .orElse("no rate from " + leastPerSecond + "/s is sustainable with " + promise
                            + "; at lower ones a run is too short for the " + RateTrial.leastOperations(goal)
                            + " operations that it needs to tell");
        }
    }

    /**
     * Creates an empty table.
     *
     * @param run runs once at a rate
     * @param precision as in {@link RateSearch}
     * @param startPerSecond where the first search begins
     * @param durationNs how long a run lasts
     * @param observer is told of each trial
     */
    RateTable(
            Function<Rate, LoadResult> run,
            double precision,
            long startPerSecond,
            long durationNs,
            Consumer<RateTrial> observer) {
        this.run = run;
        this.precision = precision;
        this.startPerSecond = startPerSecond;
        this.durationNs = durationNs;
        this.observer = observer;
    }

    /** Searches the rate for a promise. */
    void add(String promise, LatencyGoal goal) {
        List<RateTrial> known = trials.stream()
                .map(trial -> new RateTrial(trial.rate(), trial.result(), goal))
                .toList();
        RateSearch search =
                new RateSearch(rate -> new RateTrial(rate, run.apply(rate), goal), observer, precision, known);
        long leastPerSecond = LoadArguments.leastRate(goal, durationNs);
        Optional<RateTrial> found = search.search(startPerSecond, leastPerSecond);
        trials.addAll(search.trials());
        lines.add(new Line(promise, goal, leastPerSecond, found));
    }

    /** Returns whether a rate was found for each promise. */
    boolean isComplete() {
        return lines.stream().allMatch(line -> line.found.isPresent());
    }

    /** Returns a sentence for one promise; for several a table follows, in their order. */
    String text() {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.text()).append('\n'));
        if (lines.size() > 1) {
            text.append(String.format(Locale.ROOT, "%n%-16s %12s %14s%n", "promise", "rate", "response us"));
            for (Line line : lines) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-16s %12s %14s%n",
                        line.promise,
                        line.found.map(trial -> trial.rate().toString()).orElse("none"),
                        line.found
                                .map(trial -> String.format(Locale.ROOT, "%.3f", trial.responseNs() / 1e3))
                                .orElse("")));
            }
        }
        return text.toString();
    }
}
