package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.function.LongPredicate;

/**
 * The appender of a single owner. No message needs mutual exclusion, since no other writer appends: the payload is
 * copied after the tail, and a release store of the header publishes it.
 *
 * <p>Invariant: everything from the tail to the end of the segment is zero, so the word after the last frame is always
 * a zero header. A batch preserves this, because the header of its first frame is stored after all its other bytes; and
 * an exception in the middle of a copy stores the zeros again.
 *
 * <p>{@code softLimit} makes rare work free on the usual path: it is first the start of the segment (to note when it
 * was begun), then moves on by a window at a time (to store a hint for the search for the end, to write the sparse
 * index, and to have the next segment prepared in time), until it is the real limit. A thread that finds the lock lost
 * sets it to zero; the appender checks for that after a fence, so one of the two sees it.
 *
 * <p>The sparse index of a segment that it has filled from the start costs this appender a counter; it would cost
 * another thread a walk over all frames, which would take every header from the cache of the core that appends.
 */
final class OwnerAppender extends Appender {

    /** The distance of a hint from the end: a walk over so many bytes is quick. */
    private static final int WINDOW_BYTES = 8192;

    private final IndexCursor indexed;
    private final NextSegment nextSegment;

    private SegmentFile segment;
    private MemorySegment memory;
    private long indexBase;
    private int tail;
    private int softLimit;

    private OwnerAppender(Journal journal, WriterState state, OwnerCheck ownerCheck) {
        super(
                journal,
                state,
                ownerCheck,
                SegmentLayout.frameSpaceBytes(state.options().segmentSizeBytes()));
        nextSegment = new NextSegment(state.preparer());
        indexed = new IndexCursor(state.options().clock(), injector);
    }

    /** Opens the last segment of a journal, and returns an appender that continues there. */
    static OwnerAppender open(Journal journal, WriterState state, OwnerCheck ownerCheck) {
        OwnerAppender appender = new OwnerAppender(journal, state, ownerCheck);
        appender.start(journal.end());
        return appender;
    }

    private void start(FrameWalk.Tail end) {
        enter(journal.store().acquire(end.segment()), end.position());
        if (tail == segment.first) {
            state.indexer().leaveAndAwaitFrom(segment.number);
            indexed.enter(segment);
        }
        state.onLost(checking(new WeakReference<>(this)));
        state.touchAfter(end);
    }

    /** Lets the next append look at the lock; keeps no appender, and so no journal, that the program has lost. */
    private static Runnable checking(WeakReference<OwnerAppender> appender) {
        return () -> {
            OwnerAppender present = appender.get();
            if (present != null) {
                present.softLimit = 0;
            }
        };
    }

    private void enter(SegmentFile next, int position) {
        segment = next;
        memory = next.memory;
        indexBase = next.indexBase;
        tail = position;
        softLimit = 0;
        nextSegment.enter(next, position);
        rollClock.enter(next);
    }

    @Override
    public long append(MemorySegment source, long offset, int length) {
        owner.check();
        int at = tail;
        int bytes = FrameLayout.frameBytes(length);
        if (length < 0 || length > maxFrameLength || at + bytes > softLimit || rollClock.isDue()) {
            ensureSpace(length, bytes);
            at = tail;
        }
        if (syncer != null) {
            syncer.checkFailure();
        }
        try {
            MemorySegment.copy(source, offset, memory, at + FrameLayout.HEADER_BYTES, length);
            int low = FrameLayout.low(FrameLayout.DATA, length);
            long index = indexBase | (at >>> 3);
            int sum = FrameChecksum.of(memory, at + FrameLayout.HEADER_BYTES, length, index, low);
            Memory.setLongRelease(memory, at, FrameLayout.header(low, sum));
            tail = at + bytes;
            lastIndex = index;
            indexed.countData();
            if (syncer != null) {
                syncer.published();
            }
            return index;
        } catch (RuntimeException | Error e) {
            throw undo(e, at, bytes);
        }
    }

    @Override
    public long publish(long expectedSegment) {
        owner.check();
        int bytes = batch.sizeBytes();
        checkBatch(bytes);
        if (syncer != null) {
            syncer.checkFailure();
        }
        if (rollClock.isDue() || tail + bytes > softLimit) {
            ensureSpace(0, bytes);
        }
        if (expectedSegment != ANY_SEGMENT && expectedSegment != segment.number) {
            return ROLLED;
        }
        int at = tail;
        long index = indexBase | (at >>> 3);
        try {
            long header = batch.seal(index);
            int first = FrameLayout.HEADER_BYTES;
            MemorySegment.copy(batch.sealed(), first, memory, at + first, bytes - first);
            injector.reached(FailPoint.BATCH_COPIED);
            Memory.setLongRelease(memory, at, header);
            tail = at + bytes;
            int lastStart = at + batch.start(batch.frames() - 1);
            lastIndex = indexBase | (lastStart >>> 3);
            batch.published(index);
            count(at);
            injector.reached(FailPoint.BATCH_PUBLISHED);
            if (syncer != null) {
                syncer.published();
            }
            return index;
        } catch (RuntimeException | Error e) {
            throw undo(e, at, bytes);
        }
    }

    @Override
    public long publishIf(long expectedSegment, LongPredicate condition) {
        owner.check();
        int bytes = batch.sizeBytes();
        checkBatch(bytes);
        if (rollClock.isDue() || tail + bytes > softLimit) {
            ensureSpace(0, bytes);
        }
        if (expectedSegment != ANY_SEGMENT && expectedSegment != segment.number) {
            return ROLLED;
        }
        return condition.test(indexBase | (tail >>> 3)) ? publish(segment.number) : REFUSED;
    }

    private void count(int at) {
        if (tail <= indexed.dueAt()) {
            indexed.count(batch.frames() - batch.metadataFrames(), batch.metadataFrames());
            return;
        }
        for (int frame = 0; frame < batch.frames(); frame++) {
            indexed.fill(at + batch.start(frame));
            if (batch.kind(frame) == FrameKind.DATA) {
                indexed.countData();
            } else {
                indexed.countMetadata();
            }
        }
    }

    @Override
    public long segment() {
        owner.check();
        if (rollClock.isDue()) {
            ensureSpace(0, FrameLayout.HEADER_BYTES);
        }
        return segment.number;
    }

    @Override
    public long startSegment() {
        owner.check();
        if (closed) {
            throw closedException();
        }
        if (tail > segment.first) {
            try {
                roll();
            } catch (InternalError e) {
                throw segment.gone(tail, e);
            }
        }
        return segment.number;
    }

    private JournalClosedException closedException() {
        return new JournalClosedException("appender is closed directory=" + journal.directory());
    }

    /** Handles the rare work, until a frame of this size can go to the tail. */
    private void ensureSpace(int length, int bytes) {
        if (closed) {
            throw closedException();
        }
        if (length < 0 || length > maxFrameLength) {
            throw new JournalException("invalid frame length length=" + length + " limit=" + maxFrameLength
                    + " segment=" + segment.number + " position=" + tail);
        }
        try {
            if ((rollClock.isDue() && tail > segment.first) || tail + bytes > segment.limit) {
                roll();
            }
            if (tail + bytes > softLimit) {
                openWindow(tail + bytes);
            }
        } catch (InternalError e) { // a mapped page no longer exists
            throw segment.gone(tail, e);
        }
    }

    private void openWindow(int needed) {
        state.checkOwned();
        if (softLimit == 0) {
            rollClock.begin(segment);
        }
        leaveHint();
        indexed.fill(tail);
        nextSegment.check(needed, rollClock.rolls());
        int window = Math.min(tail + WINDOW_BYTES, indexed.dueAt());
        softLimit = Math.min(Math.max(needed, window), segment.limit);
        VarHandle.fullFence();
        if (state.isLost()) {
            softLimit = 0;
            state.checkOwned();
        }
    }

    private void leaveHint() {
        if (lastIndex >= indexBase) {
            segment.setHintRelease(Math.toIntExact(Index.position(lastIndex)));
        }
    }

    private void roll() {
        SegmentFile next = next();
        injector.reached(FailPoint.NEXT_SEGMENT_READY);
        int low = FrameLayout.low(FrameLayout.END, 0);
        long end = FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(tail), low));
        leaveHint();
        indexed.fill(tail);
        state.indexer().leaveFrom(next.number);
        Memory.setLongRelease(memory, tail, end);
        injector.reached(FailPoint.SEGMENT_ENDED);
        indexed.close(tail);
        journal.store().release(segment);
        enter(next, next.first);
        indexed.enter(next);
    }

    private SegmentFile next() {
        return state.preparer().take(segment.number + 1);
    }

    /** Overwrites the bytes copied after the tail with zeros, so that they can never be taken for a header. */
    private RuntimeException undo(Throwable error, int at, int bytes) {
        if (closed || journal.isClosed()) {
            return new JournalClosedException("appender is closed directory=" + journal.directory(), error);
        }
        if (error instanceof InternalError fault) {
            return segment.gone(at, fault);
        }
        if (tail == at) {
            memory.asSlice(at, bytes + FrameLayout.HEADER_BYTES).fill((byte) 0);
        }
        if (error instanceof Error fatal) {
            throw fatal;
        }
        return (RuntimeException) error;
    }

    @Override
    void release() {
        closed = true;
        softLimit = 0;
        batch.closeEncryption();
        try {
            if (!journal.isClosed()) {
                leaveHint();
            }
        } catch (InternalError e) {
            throw segment.gone(tail, e);
        } finally {
            journal.store().release(segment);
            state.indexer().resume();
            state.appenderClosed();
        }
    }
}
