package io.millrace.replication;

import java.lang.foreign.MemorySegment;

/** What a link sends next; one object is used again and again, so that streaming allocates nothing. */
public final class RunSlice {

    private MemorySegment memory = MemorySegment.NULL;
    private long memoryOffset;
    private long length;
    private long position;
    private long next;
    private long timeMs;
    private RunEnd end = RunEnd.CONTINUES;
    private SegmentBegin segment;
    private long first;
    private long second;

    /** Creates an empty slice. */
    public RunSlice() {}

    /**
     * Sets what {@link MemberLog#read} has found.
     *
     * @param from position of the first frame
     * @param to position after the last frame
     * @param bytes memory with the frames
     * @param offset where they begin in it
     * @param byteCount how many bytes they have
     * @param publishedMs a time: none of them was published later, milliseconds since 1970
     */
    public void set(long from, long to, MemorySegment bytes, long offset, long byteCount, long publishedMs) {
        position = from;
        next = to;
        memory = bytes;
        memoryOffset = offset;
        length = byteCount;
        timeMs = publishedMs;
    }

    void endAs(RunEnd how) {
        end = how;
    }

    void setSegment(SegmentBegin begin) {
        segment = begin;
    }

    void setPair(long one, long other) {
        first = one;
        second = other;
    }

    /** Returns the memory that has the frames. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns where the frames begin in the memory. */
    public long memoryOffset() {
        return memoryOffset;
    }

    /** Returns how many bytes of frames there are. */
    public long length() {
        return length;
    }

    /** Returns the position of the first frame. */
    public long position() {
        return position;
    }

    /** Returns the position after the last frame. */
    public long next() {
        return next;
    }

    /** Returns the time of the run. */
    public long timeMs() {
        return timeMs;
    }

    /** Returns whether the run ends. */
    public RunEnd end() {
        return end;
    }

    /** Returns the segment that begins. */
    public SegmentBegin segment() {
        return segment;
    }

    /** Returns the mark, the mapped end of an acknowledgement, the number of a period, or the first kept segment. */
    public long first() {
        return first;
    }

    /**
     * Returns the certain part of the mark, the synced end of an acknowledgement, the opening of a period, or how many
     * frames were removed.
     */
    public long second() {
        return second;
    }
}
