package io.millrace.measure;

/**
 * A point in a pipeline that operations pass. Any thread may sample it; operations are recognised by their numbers, in
 * whatever order they come. The clock is read first, so that the work of recording is not in what is recorded.
 */
public final class Probe {
    private final InFlightOperations operations;
    private final NanoClock clock;
    private final LatencyRecorder stage;

    Probe(InFlightOperations operations, NanoClock clock, LatencyRecorder stage) {
        this.operations = operations;
        this.clock = clock;
        this.stage = stage;
    }

    /** Records that an operation passes now. One that is not in flight, or not of this run, is counted as unmatched. */
    public void sample(long sequence) {
        sample(sequence, clock.nanoTime());
    }

    /** Records that an operation passed at a time on the clock of the harness. */
    public void sample(long sequence, long timeNs) {
        if (stage == null) {
            operations.complete(sequence, timeNs);
        } else {
            operations.pass(sequence, timeNs, stage);
        }
    }

    /**
     * Records that an operation failed now; it will not be completed.
     *
     * @throws MeasureException if this is not the last probe of its harness
     */
    public void fail(long sequence) {
        if (stage != null) {
            throw new MeasureException("only the last probe can fail an operation stage=" + stage.tag());
        }
        operations.fail(sequence, clock.nanoTime());
    }
}
