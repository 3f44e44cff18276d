package io.millrace.replication;

import io.millrace.journal.Epoch;

/** The beginning of a segment, as it travels. The bytes of the prologue are not changed by anyone. */
public final class SegmentBegin implements Message {

    /** The most bytes of a prologue. */
    public static final int LONGEST_PROLOGUE = 4096;

    private final long segment;
    private final Epoch epoch;
    private final long before;
    private final long hash;
    private final long begunMs;
    private final byte[] prologue;

    /**
     * Creates the beginning.
     *
     * @param segment its number
     * @param epoch its epoch
     * @param before the position of the end mark of the segment before, or NONE where this is the first that is kept
     * @param hash the hash of the segment before up to there, or 0
     * @param begunMs when its first frame was about to be written, milliseconds since 1970
     * @param prologue the bytes of its prologue
     */
    public SegmentBegin(long segment, Epoch epoch, long before, long hash, long begunMs, byte[] prologue) {
        this.segment = segment;
        this.epoch = epoch;
        this.before = before;
        this.hash = hash;
        this.begunMs = begunMs;
        this.prologue = prologue.clone();
    }

    /** Returns the number of the segment. */
    public long segment() {
        return segment;
    }

    /** Returns its epoch. */
    public Epoch epoch() {
        return epoch;
    }

    /** Returns the position of the end mark of the segment before, or NONE. */
    public long before() {
        return before;
    }

    /** Returns the hash of the segment before up to its end mark, or 0. */
    public long hash() {
        return hash;
    }

    /** Returns when its first frame was about to be written, milliseconds since 1970. */
    public long begunMs() {
        return begunMs;
    }

    /** Returns a copy of the bytes of its prologue. */
    public byte[] prologue() {
        return prologue.clone();
    }
}
