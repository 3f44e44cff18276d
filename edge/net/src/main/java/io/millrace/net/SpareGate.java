package io.millrace.net;

import io.millrace.journal.Journal;
import io.millrace.replication.LogPosition;
import io.millrace.replication.Spare;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Holds a channel back from the spare until that has what the channel is made of, so that the spare never has an output
 * whose input it lacks.
 *
 * <p>It notes the end of the channel first and then those of its inputs: whatever the channel has up to there was made
 * of what the inputs have by then. Once the spare has acknowledged the inputs up to their ends, it may be sent the
 * channel up to its own. Used under the lock of the channel's member.
 */
final class SpareGate implements Spare.Gate {

    private final LongSupplier end;
    private final List<SentChannel> inputs;
    private final long[] lastIndexes;
    private long limit = LogPosition.NONE;
    private long notedEnd;
    private boolean noted;

    /**
     * Creates a gate.
     *
     * @param end returns the end of the channel
     * @param inputs the channels of this host that it is made of
     */
    SpareGate(LongSupplier end, List<SentChannel> inputs) {
        this.end = end;
        this.inputs = List.copyOf(inputs);
        this.lastIndexes = new long[inputs.size()];
    }

    @Override
    public long limit() {
        if (inputs.isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (noted && areHeld()) {
            limit = notedEnd;
            noted = false;
        }
        if (!noted) {
            note();
        }
        return limit;
    }

    private boolean areHeld() {
        for (int i = 0; i < lastIndexes.length; i++) {
            if (inputs.get(i).heldBySpare() <= lastIndexes[i]) {
                return false;
            }
        }
        return true;
    }

    private void note() {
        notedEnd = end.getAsLong();
        for (int i = 0; i < lastIndexes.length; i++) {
            Journal input = inputs.get(i).journal();
            if (input == null) {
                return; // it is not open yet
            }
            lastIndexes[i] = input.lastIndex();
        }
        noted = true;
    }

    @Override
    public void joined() {
        limit = LogPosition.NONE;
        noted = false;
    }
}
