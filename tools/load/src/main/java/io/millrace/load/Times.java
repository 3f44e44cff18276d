package io.millrace.load;

import io.millrace.measure.LatencyRecorder;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * Response, service and waiting times of the same operations, in nanoseconds: of each operation the first is the sum of
 * the other two. Without a schedule there are only service times. The histograms are shared, not copied.
 *
 * @param response from when it should have begun to when it was over
 * @param service from when it began to when it was over
 * @param waiting from when it should have begun to when it began
 */
public record Times(Histogram response, Histogram service, Histogram waiting) {
    /** Checks that nothing is missing. */
    public Times {
        Objects.requireNonNull(response);
        Objects.requireNonNull(service);
        Objects.requireNonNull(waiting);
    }

    /** Returns empty ones, which grow with what is recorded. */
    static Times empty() {
        return new Times(newHistogram(), newHistogram(), newHistogram());
    }

    /** Creates a small histogram that grows: a run may have one for each of hundreds of threads. */
    private static Histogram newHistogram() {
        return new Histogram(LatencyRecorder.DIGITS);
    }

    /** Records one operation of a run with a schedule. */
    void record(long intendedNs, long startedNs, long endedNs) {
        response.recordValue(inRange(endedNs - intendedNs));
        service.recordValue(inRange(endedNs - startedNs));
        waiting.recordValue(inRange(startedNs - intendedNs));
    }

    /** Records one operation of a run without a schedule. */
    void recordService(long startedNs, long endedNs) {
        service.recordValue(inRange(endedNs - startedNs));
    }

    private static long inRange(long ns) {
        return Math.clamp(ns, 0, LatencyRecorder.HIGHEST_NS);
    }

    /** Returns how many operations there are. */
    public long count() {
        return service.getTotalCount();
    }

    void add(Times other) {
        response.add(other.response);
        service.add(other.service);
        waiting.add(other.waiting);
    }

    void reset() {
        all().forEach(Histogram::reset);
    }

    private List<Histogram> all() {
        return List.of(response, service, waiting);
    }
}
