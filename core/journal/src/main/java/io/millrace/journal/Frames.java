package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import java.lang.foreign.MemorySegment;

/**
 * Reads single frames of a journal by their index, in any order, without a walk and without a look-up: the segment of
 * the index is mapped, and the frame is where the index says. {@link Journal#frames} returns it.
 *
 * <p>An index is a hint that is checked: a frame is found only if its segment, its header and its checksum, which
 * contains the index, are right. An index that comes from outsiders may nevertheless name bytes within a payload that
 * an outsider has made up as a frame; {@link Tailer#seek}, which walks, does not find those. Published frames are
 * found whatever their durability, and also those that copies have not acknowledged.
 *
 * <p>Segments stay mapped, up to {@value #MAX_SEGMENTS} of them, also in an object that was opened for reading only;
 * one more replaces the segment that shares its slot. A segment that retention has removed stays until the next one is
 * mapped. Reading a frame of a mapped segment allocates nothing. One thread at a time, as a {@link Tailer}; any thread
 * may call {@link #close()}.
 */
public final class Frames implements AutoCloseable {

    /** The most segments that stay mapped. */
    static final int MAX_SEGMENTS = 1 << 10;

    private static final int NONE = -1;

    private final Journal journal;
    private final SegmentStore store;
    private final FrameWalk walk = new FrameWalk();
    private final ThreadOwner owner;
    private final SegmentFile[] held = new SegmentFile[MAX_SEGMENTS];

    private SegmentFile segment;
    private MemorySegment memory = Journal.CLOSED_MEMORY;
    private int framePosition = NONE;
    private int frameLow;
    private boolean closed;

    Frames(Journal journal, OwnerCheck ownerCheck) {
        this.journal = journal;
        this.store = journal.store();
        this.owner = new ThreadOwner("Frames", journal.directory(), ownerCheck, this::release);
    }

    /**
     * Makes the data or metadata frame at an index the current frame.
     *
     * @param index any number
     * @return {@code FOUND}; {@code BEFORE_START} where retention has removed the segment, or the index is negative;
     *     {@code BEYOND_END} where the segment does not exist yet; {@code OTHER_EPOCH} where the segment has another
     *     leader; {@code NOT_A_FRAME} where no whole frame is at the index, because none is published there yet, it is
     *     within a frame, or the frame is damaged. Without {@code FOUND} there is no current frame
     * @throws JournalDamagedException if the segment is missing although later segments exist, has no whole prologue,
     *     or another program has shortened it
     * @throws JournalClosedException if this object or its journal is closed
     * @throws WrongThreadException if another thread is the owner
     */
    public SeekResult at(long index) {
        owner.check();
        framePosition = NONE;
        if (segment == null || !segment.covers(index)) {
            SeekResult entered = enter(index);
            if (entered != SeekResult.FOUND) {
                return entered;
            }
        }
        try {
            return find(index);
        } catch (IllegalStateException e) {
            throw closed(e);
        } catch (InternalError e) {
            throw segment.gone((int) Index.position(index), e);
        }
    }

    private SeekResult find(long index) {
        long position = Index.position(index);
        if (position < segment.first || position >= segment.limit) {
            return SeekResult.NOT_A_FRAME;
        }
        int at = (int) position;
        long header = segment.headerAcquire(at);
        if (!FrameLayout.holdsPayload(FrameLayout.state(header)) || !walk.isWhole(segment, at, header)) {
            return SeekResult.NOT_A_FRAME;
        }
        framePosition = at;
        frameLow = FrameLayout.low(header);
        return SeekResult.FOUND;
    }

    /** Makes the segment of an index the current one. */
    private SeekResult enter(long index) {
        if (closed || journal.isClosed()) {
            throw closed(null);
        }
        if (index < 0) {
            return SeekResult.BEFORE_START;
        }
        long number = Index.segment(index);
        int slot = (int) number & (MAX_SEGMENTS - 1);
        SegmentFile entered = held[slot];
        if (entered == null || entered.number != number) {
            entered = store.acquireIfPresent(number);
            if (entered == null) {
                return store.isRemoved(number) ? SeekResult.BEFORE_START : SeekResult.BEYOND_END;
            }
            leaveRemoved();
            leave(slot);
            held[slot] = entered;
        }
        segment = entered;
        memory = entered.memory;
        return entered.covers(index) ? SeekResult.FOUND : SeekResult.OTHER_EPOCH;
    }

    /** Releases segments that retention has removed, since their mappings keep the disk space. */
    private void leaveRemoved() {
        long firstKept = journal.table().firstKept();
        for (int slot = 0; firstKept > 0 && slot < MAX_SEGMENTS; slot++) {
            if (held[slot] != null && held[slot].number < firstKept) {
                leave(slot);
            }
        }
    }

    private void leave(int slot) {
        SegmentFile left = held[slot];
        held[slot] = null;
        if (left != null) {
            if (left == segment) {
                segment = null;
                memory = Journal.CLOSED_MEMORY;
            }
            store.release(left);
        }
    }

    /** Returns the memory that holds the payload of the current frame, with other frames; it must not be written. */
    public MemorySegment segment() {
        return memory;
    }

    /** Returns where in {@link #segment()} the payload of the current frame starts, a multiple of 8. */
    public long offset() {
        return FrameLayout.HEADER_BYTES + (long) current();
    }

    /** Returns the length of the payload of the current frame in bytes. */
    public int length() {
        current();
        return frameLow & FrameLayout.LENGTH_MASK;
    }

    /** Returns the index of the current frame. */
    public long index() {
        return segment.index(current());
    }

    /** Returns the kind of the current frame. */
    public FrameKind kind() {
        current();
        return FrameLayout.kind(frameLow >>> FrameLayout.STATE_SHIFT);
    }

    private int current() {
        if (framePosition < 0) {
            throw new JournalException("last look-up found no frame directory=" + journal.directory());
        }
        return framePosition;
    }

    private JournalClosedException closed(IllegalStateException cause) {
        return new JournalClosedException("frames are closed directory=" + journal.directory(), cause);
    }

    /**
     * Leaves this object without an owner; the next thread that uses it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    /** Releases the segments. Any thread may close, as {@link Tailer#close()} says. May be called again. */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        closed = true;
        framePosition = NONE;
        for (int slot = 0; slot < MAX_SEGMENTS; slot++) {
            leave(slot);
        }
    }
}
