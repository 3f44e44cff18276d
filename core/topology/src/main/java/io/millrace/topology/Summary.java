package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The result of a run of a topology.
 *
 * @param counts the counts that the topology names, over all runs, of the messages that are kept
 * @param removed for counts of channels of which retention has removed messages, how many of whatever method; what is
 *     counted may have been among them
 * @param messages how many calls this run has written, to all channels together that keep them
 * @param inputs how many inputs the components of this run have taken, those re-applied and those of components that
 *     write a queue left out
 * @param elapsedNs how long the run took, in nanoseconds
 */
public record Summary(
        SequencedMap<String, Long> counts,
        SequencedMap<String, Long> removed,
        long messages,
        long inputs,
        long elapsedNs) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Takes copies. */
    public Summary {
        counts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(counts));
        removed = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(removed));
    }

    /**
     * Returns whether the run found nothing to do.
     *
     * @return whether it took no input and wrote no call
     */
    public boolean nothingNew() {
        return messages == 0 && inputs == 0;
    }

    /**
     * Returns the rate of this run.
     *
     * @return calls a second
     */
    public double messagesPerSecond() {
        return elapsedNs == 0 ? 0 : messages * NANOS_PER_SECOND / elapsedNs;
    }
}
