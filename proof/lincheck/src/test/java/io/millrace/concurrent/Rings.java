package io.millrace.concurrent;

import static io.millrace.concurrent.Multiplicity.ONE;

/** Array queues as they are where the capacity is large, rings of several chunks, in a size that a search crosses. */
public final class Rings {
    private Rings() {}

    /** Makes a queue whose chunks have one slot, so that each element is at the end of one. */
    public static MessagePassingQueue<Object> of(Multiplicity producers, Multiplicity consumers, int capacity) {
        ChunkPolicy ring = new ChunkPolicy(capacity, 1, 1, ChunkPolicy.Supply.RING, 1);
        if (producers == ONE) {
            return consumers == ONE ? new SpscArrays<>(ring) {} : new SpmcArrays<>(ring) {};
        }
        return consumers == ONE ? new MpscArrays<>(ring) {} : new MpmcArrays<>(ring) {};
    }
}
