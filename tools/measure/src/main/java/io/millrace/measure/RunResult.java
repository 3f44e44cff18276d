package io.millrace.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The result of one run. Its counts add up: {@code due = completed + failed + unfinished + unissued}.
 *
 * @param due operations that should have begun
 * @param completed those that were completed
 * @param failed those that failed
 * @param unfinished those that began and were neither completed nor failed when the run was given up
 * @param unissued those that never began, since the threads that issue were held up
 * @param unmatched samples that fitted no operation in flight: of an earlier run, or a second time
 * @param clamped times longer than {@link LatencyRecorder#HIGHEST_NS}, or below zero
 * @param elapsedNs from the start of the schedule to the end of the run
 * @param bytesPerOperation bytes allocated for each operation issued, by the threads that issue and sample; NaN if the
 *     JVM does not count
 * @param histograms times in nanoseconds by tag; see {@link Harness} for the tags
 */
public record RunResult(
        long due,
        long completed,
        long failed,
        long unfinished,
        long unissued,
        long unmatched,
        long clamped,
        long elapsedNs,
        double bytesPerOperation,
        Map<String, Histogram> histograms) {
    /** Copies the map, keeping its order. */
    public RunResult {
        histograms = new LinkedHashMap<>(histograms);
        if (due != completed + failed + unfinished + unissued) {
            throw new MeasureException("operations do not add up due=" + due + " completed=" + completed + " failed="
                    + failed + " unfinished=" + unfinished + " unissued=" + unissued);
        }
    }

    @Override
    public Map<String, Histogram> histograms() {
        return new LinkedHashMap<>(histograms);
    }

    /**
     * Returns the times of one tag.
     *
     * @throws MeasureException if there are none; the message names those there are
     */
    public Histogram histogram(String tag) {
        Histogram histogram = histograms.get(tag);
        if (histogram == null) {
            throw new MeasureException("no times with this tag tag=" + tag + " known=" + histograms.keySet());
        }
        return histogram;
    }

    /** Returns completed operations a second. */
    public double throughput() {
        return completed * 1e9 / Math.max(1, elapsedNs);
    }
}
