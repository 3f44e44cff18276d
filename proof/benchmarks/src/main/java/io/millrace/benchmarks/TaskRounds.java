package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import java.util.ArrayList;
import java.util.List;

/** Rounds of tasks that wait for answers, for all sides. */
final class TaskRounds {
    private static final double NS_PER_MICRO = 1e3;
    private static final double NS_PER_SECOND = 1e9;

    private TaskRounds() {}

    /**
     * Measures the rounds of a case.
     *
     * @param name the case
     * @param tasks how many tasks wait
     * @param exchange what they wait for
     */
    static void run(String name, int tasks, TaskExchange exchange, Effort effort, Figures figures) throws Exception {
        List<Double> rates = new ArrayList<>();
        List<Double> meansUs = new ArrayList<>();
        List<Double> needed = new ArrayList<>();
        List<Double> inFlight = new ArrayList<>();
        for (int i = 0; i < effort.latencyRounds(); i++) {
            Turn.next();
            TaskRound round = new TaskRound(
                            tasks, exchange, effort.leadInNs(), effort.latencyNs() / effort.latencyRounds())
                    .run();
            rates.add(round.perSecond());
            meansUs.add(round.meanNs() / NS_PER_MICRO);
            needed.add(round.perSecond() * round.meanNs() / NS_PER_SECOND);
            inFlight.add(round.inFlight());
        }
        figures.report(name, rates);
        figures.reportPart(name, "mean us", meansUs);
        figures.reportPart(name, "rate x mean", needed);
        figures.reportPart(name, "in flight", inFlight);
    }
}
