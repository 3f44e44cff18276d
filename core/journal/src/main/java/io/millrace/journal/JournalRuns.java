package io.millrace.journal;

import io.millrace.concurrent.IdleStrategy;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import java.lang.foreign.MemorySegment;
import java.time.InstantSource;

/**
 * Reads a journal as its copies get it: whole frames as they are in the mapped segment, padding and end marks included.
 * Appenders are neither blocked nor slowed down, and nothing is copied or allocated for a part of a segment.
 *
 * <p>A run is what was published when this object looked for frames: from a boundary to the end that was seen then, or
 * to the end of the segment. It is read in parts of bounded size, and its frames must become visible in a copy
 * together, because a batch may be in two of its parts. The end that is seen is always between two batches, and
 * before the first claim that is open: what follows it may still change.
 *
 * <p>A boundary is where a frame starts or the next one will start, in the form of an {@link Index}; {@code
 * Index.of(number, 0)} is the start of a segment. One thread at a time may use this object; the first that does owns it
 * until it calls {@link #handOver()} or ends.
 */
public final class JournalRuns implements AutoCloseable {

    private final Journal journal;
    private final SegmentStore store;
    private final InstantSource clock;
    private final FrameWalk walk = new FrameWalk();
    private final SparseIndex index = new SparseIndex();
    private final SegmentHash hash = new SegmentHash();
    private final EndCheck ends;
    private final ThreadOwner owner;

    /** Null before the first call, and once closed. */
    private SegmentFile segment;

    /** Where the journal ended when that was asked last; kept, since mapping it for each question takes longer. */
    private SegmentFile last;

    private int from;
    private int to;

    /** Where the present run ends in the segment. */
    private int runEnd;

    /** Whether the frame before {@link #to} is the end mark of the segment. */
    private boolean afterEndMark;

    private long timeMs;
    private boolean closed;

    JournalRuns(Journal journal, InstantSource clock, OwnerCheck ownerCheck) {
        this.journal = journal;
        this.store = journal.store();
        this.clock = clock;
        this.ends = new EndCheck(store);
        this.owner = new ThreadOwner("JournalRuns", journal.directory(), ownerCheck, this::release);
    }

    /** Returns the boundary after the frames that are published now. */
    public long end() {
        checkOpen();
        FrameWalk.Tail tail = journal.end();
        if (last == null || last.number != tail.segment()) {
            releaseLast();
            last = store.acquireIfPresent(tail.segment());
        }
        if (last == null) {
            return Index.of(tail.segment(), 0);
        }
        boolean ended = FrameLayout.state(last.headerAcquire(tail.position())) == FrameLayout.END;
        return ended ? Index.of(last.number + 1, 0) : last.index(tail.position());
    }

    private void releaseLast() {
        if (last != null) {
            store.release(last);
            last = null;
        }
    }

    /**
     * Looks for frames from a boundary on, in its segment. The accessors describe them until the next call; where there
     * are none, they describe an empty part of the segment, if that exists.
     *
     * @param boundary the start of a segment, {@link #nextBoundary()}, or any other boundary of this journal
     * @param maxBytes maximum size of the part; a single frame may be larger
     * @throws JournalException if the boundary is not one of this journal
     * @throws JournalDamagedException if frames are missing before later ones
     */
    public RunRead next(long boundary, int maxBytes) {
        checkOpen();
        try {
            return read(boundary, maxBytes);
        } catch (IllegalStateException e) {
            throw new JournalClosedException("journal is closed directory=" + journal.directory(), e);
        } catch (InternalError e) { // a mapped page no longer exists
            throw present().gone(from, e);
        }
    }

    private RunRead read(long boundary, int maxBytes) {
        if (!enter(Index.segment(boundary))) {
            return store.isRemoved(Index.segment(boundary)) ? RunRead.REMOVED : RunRead.END;
        }
        from = position(boundary);
        if (from >= runEnd) {
            runEnd = afterEndMark ? from : publishedEnd();
        }
        to = from;
        while (to < runEnd) {
            long header = segment.headerAcquire(to);
            int next = SegmentHash.after(segment, to, header);
            if (next - from > maxBytes && to > from) {
                break;
            }
            to = next;
            afterEndMark = FrameLayout.state(header) == FrameLayout.END;
        }
        if (to > from) {
            timeMs = publishedBy(to);
            return RunRead.FRAMES;
        }
        return RunRead.END;
    }

    private boolean enter(long number) {
        if (segment != null && segment.number == number) {
            return true;
        }
        SegmentFile entered = store.acquireIfPresent(number);
        if (segment != null) {
            store.release(segment);
        }
        segment = entered;
        runEnd = 0;
        to = 0;
        from = 0;
        afterEndMark = false;
        return segment != null;
    }

    /** Returns the position of a boundary in the segment, where a frame starts or ends. */
    private int position(long boundary) {
        int position = Index.position(boundary) == 0
                ? segment.first
                : (int) Math.min(Index.position(boundary), segment.sizeBytes());
        if (position == to && segment.index(position) == boundary) {
            return position; // which was reached by walking
        }
        boolean isHere = Index.position(boundary) == 0 || segment.index(position) == boundary;
        int reached = segment.first;
        if (isHere && position > segment.first) {
            reached = walk.walk(segment, walk.floor(segment, Math.min(position, segment.limit)), position);
        }
        afterEndMark = reached < position
                && FrameLayout.state(segment.headerAcquire(reached)) == FrameLayout.END
                && reached + FrameLayout.HEADER_BYTES == position;
        if (!isHere || (reached != position && !afterEndMark)) {
            throw new JournalException("no frame of this journal starts or ends here file=" + segment.file() + " index="
                    + Index.toText(boundary));
        }
        return position;
    }

    /** Returns where the frames from {@link #from} end that are published now: before a claim, or after an end mark. */
    private int publishedEnd() {
        int hint = segment.hintAcquire();
        int tail = walk.walk(segment, hint > from && walk.isFrame(segment, hint) ? hint : from, Integer.MAX_VALUE);
        long header = segment.headerAcquire(tail);
        if (FrameLayout.state(header) == FrameLayout.END) {
            return tail + FrameLayout.HEADER_BYTES;
        }
        if (tail == from && ends.isSuspect(segment, tail)) {
            ends.check(segment, tail, header);
        }
        return tail;
    }

    /** Returns a time by which all frames before a position were published. */
    private long publishedBy(int position) {
        int next = SparseIndex.boundary(segment, position) + 1;
        SparseIndex.Entry entry = next < segment.prologue.entries() ? index.get(segment, next) : null;
        if (entry == null) {
            entry = index.get(segment, SparseIndex.CLOSING_ENTRY);
        }
        return entry == null ? clock.millis() : entry.clockMs();
    }

    /**
     * Waits until frames are published at a boundary where there were none, idling in between.
     *
     * @return false if the thread was interrupted; it stays interrupted
     */
    public boolean await(long boundary, IdleStrategy idle) {
        idle.reset();
        while (next(boundary, 0) == RunRead.END) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            idle.idle();
        }
        return true;
    }

    /** Returns the memory that holds the part, with other frames; it must not be written. */
    public MemorySegment memory() {
        return present().memory;
    }

    /** Returns where in {@link #memory()} the part starts. */
    public long offset() {
        return from;
    }

    /** Returns the length of the part in bytes, a multiple of 8; zero if there are no frames. */
    public int length() {
        return to - from;
    }

    /** Returns the boundary at which the part starts. */
    public long boundary() {
        return present().index(from);
    }

    /** Returns the boundary after the part: the start of the next segment if this one ends with it. */
    public long nextBoundary() {
        return afterEndMark ? Index.of(present().number + 1, 0) : present().index(to);
    }

    /** Returns whether the run ends with the part. */
    public RunEnd runEnd() {
        return to == runEnd ? RunEnd.ENDS : RunEnd.CONTINUES;
    }

    /** Returns a time: no frame of the part, nor any before it, was published later; milliseconds since 1970. */
    public long timeMs() {
        return timeMs;
    }

    /** Returns whether the segment of the last boundary exists, so that it may be copied although it has no frame. */
    public boolean hasSegment() {
        return segment != null;
    }

    /** Returns bytes 0 to 127 of the segment's file, which {@link CopyWriter#beginSegment} needs. */
    public MemorySegment prologue() {
        return present().memory.asSlice(0, SegmentLayout.PROLOGUE_BYTES).asReadOnly();
    }

    /** Returns when the first frame of the segment was about to be written, milliseconds since 1970, or zero. */
    public long begunMs() {
        return present().begunMs();
    }

    private SegmentFile present() {
        if (segment == null) {
            throw new JournalException("segment does not exist directory=" + journal.directory());
        }
        return segment;
    }

    /**
     * Returns the running hash of the headers of a segment, from its first frame to a boundary in it; see {@link
     * CopyWriter#hash}.
     *
     * @throws JournalException if no frame starts or ends there, or the segment does not exist
     */
    public long hash(long boundary) {
        checkOpen();
        SegmentFile of = acquire(Index.segment(boundary));
        try {
            int position = (int) Math.min(Index.position(boundary), of.sizeBytes());
            return hash.before(of, Math.max(position, of.first));
        } finally {
            store.release(of);
        }
    }

    /**
     * Returns the hash of all frames that a segment has now, its end mark included.
     *
     * @throws JournalException if the segment does not exist
     */
    public long hashOfSegment(long number) {
        checkOpen();
        SegmentFile of = acquire(number);
        try {
            return hash.before(of, hash.end(of));
        } finally {
            store.release(of);
        }
    }

    /**
     * Returns the index of the end mark of a segment, or {@link Index#NONE} if it has not ended.
     *
     * @throws JournalException if the segment does not exist
     */
    public long endMark(long number) {
        checkOpen();
        SegmentFile of = acquire(number);
        try {
            int tail = walk.tail(of);
            return FrameLayout.state(of.headerAcquire(tail)) == FrameLayout.END ? of.index(tail) : Index.NONE;
        } finally {
            store.release(of);
        }
    }

    private SegmentFile acquire(long number) {
        SegmentFile of = store.acquireIfPresent(number);
        if (of == null) {
            throw new JournalException("segment does not exist file=" + SegmentName.file(journal.directory(), number));
        }
        return of;
    }

    private void checkOpen() {
        owner.check();
        if (closed) {
            throw new JournalClosedException("runs of the journal are closed directory=" + journal.directory());
        }
    }

    /**
     * Leaves this object without an owner; the next thread that uses it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    /**
     * Releases the segment. Any thread may close. Where another thread is the owner and has not ended, its next call
     * releases it. May be called again.
     */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        closed = true;
        releaseLast();
        if (segment != null) {
            store.release(segment);
            segment = null;
        }
    }
}
