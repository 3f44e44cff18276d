package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * A run of frames that is being written to a copy and not visible yet: all its bytes are in the segment, except its
 * first header, which publishes the run and is stored last. Each frame is checked as soon as its last byte is there.
 * Belongs to one thread.
 */
final class UnfinishedRun {

    private static final int NO_FRAME = -1;

    private final FrameWalk walk = new FrameWalk();

    private SegmentFile segment;
    private int start;
    private int written;
    private int checked;
    private long firstHeader;
    private boolean ended;
    private int lastFrame = NO_FRAME;

    /** Starts a run after the published frames of a segment. */
    void start(SegmentFile in, int at) {
        segment = in;
        start = at;
        written = at;
        checked = at;
        ended = false;
        lastFrame = NO_FRAME;
    }

    /** Returns where the next bytes go. */
    int written() {
        return written;
    }

    boolean isEmpty() {
        return written == start;
    }

    /** Returns whether an end mark is the last frame. */
    boolean isEnded() {
        return ended;
    }

    /** Returns the position of the last data or metadata frame, or -1. */
    int lastFrame() {
        return lastFrame;
    }

    /**
     * Writes bytes after those that were written before, and checks the frames that they complete.
     *
     * @throws JournalException if they do not fit, or a frame is not valid here
     */
    void add(MemorySegment bytes) {
        long length = bytes.byteSize();
        long room = segment.sizeBytes() - written;
        if (length % FrameLayout.ALIGNMENT != 0 || length > room) {
            throw refused("it does not fit", written, " bytes=" + length + " spaceBytes=" + room);
        }
        if (length == 0) {
            return;
        }
        long from = 0;
        if (isEmpty()) {
            firstHeader = Memory.getLongPlain(bytes, 0);
            from = FrameLayout.HEADER_BYTES;
        }
        MemorySegment.copy(bytes, from, segment.memory, written + from, length - from);
        written += Math.toIntExact(length);
        check();
    }

    private void check() {
        while (checked < written) {
            long header = checked == start ? firstHeader : segment.headerAcquire(checked);
            int state = FrameLayout.state(header);
            if (ended || state < FrameLayout.DATA || state > FrameLayout.END) {
                throw refused(
                        ended ? "frames follow an end mark" : "a header is not valid",
                        checked,
                        " header=0x" + Long.toHexString(header));
            }
            int bytes = FrameLayout.frameBytes(FrameLayout.length(header));
            boolean isEnd = state == FrameLayout.END;
            if (isEnd ? FrameLayout.length(header) != 0 : bytes > segment.limit - checked) {
                throw refused(
                        "a frame does not fit",
                        checked,
                        " header=0x" + Long.toHexString(header) + " spaceBytes=" + (segment.limit - checked));
            }
            if (bytes > written - checked) {
                return; // the rest of this frame is still to come
            }
            if (!walk.isWhole(segment, checked, header)) {
                throw refused(
                        "a frame has a wrong checksum",
                        checked,
                        " expected=0x" + Integer.toHexString(walk.expected(segment, checked, header)) + " actual=0x"
                                + Integer.toHexString(FrameLayout.checksum(header)));
            }
            ended = isEnd;
            lastFrame = FrameLayout.holdsPayload(state) ? checked : lastFrame;
            checked += bytes;
        }
    }

    /** Makes all frames visible at once. */
    void publish() {
        if (isEmpty() || checked != written) {
            throw refused(isEmpty() ? "it has no frame" : "its last frame is not complete", checked, "");
        }
        Memory.setLongRelease(segment.memory, start, firstHeader);
    }

    /** Overwrites the bytes that were written with zeros, so that they can never be taken for frames. */
    void drop() {
        if (written > start) {
            segment.memory.asSlice(start, written - start).fill((byte) 0);
            start(segment, start);
        }
    }

    private JournalException refused(String why, int at, String values) {
        return new JournalException("frames that were sent are refused: " + why + "; the journal that they come from"
                + " may be damaged, 'millrace verify' shows it there index=" + Index.toText(segment.index(at))
                + values + " into=" + segment.file());
    }
}
