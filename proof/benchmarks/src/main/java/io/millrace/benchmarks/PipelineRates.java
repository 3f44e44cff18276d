package io.millrace.benchmarks;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The runs of one side by placement, in the order of measuring.
 *
 * @param rated runs by placement and calls a second
 * @param peaks the calls a second of each placement at full speed
 */
record PipelineRates(
        SequencedMap<PipelinePlacement, SequencedMap<Long, PipelineRun>> rated,
        SequencedMap<PipelinePlacement, Double> peaks) {

    static PipelineRates empty() {
        return new PipelineRates(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    void rated(PipelinePlacement placement, long rate, PipelineRun run) {
        rated.computeIfAbsent(placement, _ -> new LinkedHashMap<>()).put(rate, run);
    }

    void peak(PipelinePlacement placement, PipelineRun run) {
        peaks.put(placement, run.callsPerSecond());
    }
}
