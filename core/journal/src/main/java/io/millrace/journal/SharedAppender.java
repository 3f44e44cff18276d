package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.LongPredicate;

/**
 * One of several appenders, in any threads and processes of one machine.
 *
 * <p>Space is claimed by compare-and-set of the header at the tail, from zero to a claim, and the frame is published by
 * compare-and-set from exactly that claim to its header. No writer waits for another: a claim states its length, so the
 * next writer continues after it, and if its writer dies or stays silent, a background thread turns it into padding
 * ({@link ClaimReaper}). A writer that was stopped, and wakes up after that, has written into padding only; its second
 * compare-and-set fails, and it claims other space. Space is claimed once: a header never becomes zero again while a
 * writer lives.
 *
 * <p>A batch with a condition is decided in claimed space, when everything before it is known: nothing can come
 * between. A writer waits there only for claims before its own, so no two wait for each other.
 *
 * <p>The frames of a batch are claimed as one range, and the header of the first frame publishes, so they become
 * visible together. An end mark is one compare-and-set too, and is set only when the next segment exists.
 *
 * <p>{@code settled} follows the frames before which no claim is open. A hint is stored only from there, since a reader
 * that starts from a hint must not have skipped a claim.
 */
final class SharedAppender extends Appender {

    /** At a greater distance from the tail, reading the hint is cheaper than walking. */
    private static final int FAR_BEHIND_BYTES = 1 << 16;

    private static final int NO_PLACE = -1;

    private final FrameWalk walk = new FrameWalk();
    private final NextSegment nextSegment;

    private SegmentFile segment;
    private int tail;
    private int settled;
    private boolean begun;

    private SharedAppender(Journal journal, WriterState state, OwnerCheck ownerCheck) {
        super(
                journal,
                state,
                ownerCheck,
                Math.min(
                        SegmentLayout.frameSpaceBytes(state.options().segmentSizeBytes()),
                        FrameLayout.LENGTH_MASK & -FrameLayout.ALIGNMENT));
        nextSegment = new NextSegment(state.preparer());
    }

    /** Opens the last segment of a journal, and returns an appender that continues there. */
    static SharedAppender open(Journal journal, WriterState state, OwnerCheck ownerCheck) {
        SharedAppender appender = new SharedAppender(journal, state, ownerCheck);
        FrameWalk.Tail end = journal.end();
        appender.enter(journal.store().acquire(end.segment()), end.position());
        state.touchAfter(end);
        return appender;
    }

    private void enter(SegmentFile next, int position) {
        segment = next;
        tail = position;
        settled = position;
        begun = next.begunMs() != 0;
        nextSegment.enter(next, position);
        rollClock.enter(next);
    }

    @Override
    public long append(MemorySegment source, long offset, int length) {
        owner.check();
        if (length < 0 || length > maxFrameLength) {
            throw new JournalException("invalid frame length length=" + length + " limit=" + maxFrameLength
                    + " segment=" + segment.number + " position=" + tail);
        }
        Objects.checkFromIndexSize(offset, /* size= */ length, /* length= */ source.byteSize());
        if (syncer != null) {
            syncer.checkFailure();
        }
        try {
            int low = FrameLayout.low(FrameLayout.DATA, length);
            while (true) {
                int at = claim(length, ANY_SEGMENT);
                long header;
                try {
                    MemorySegment memory = segment.memory;
                    MemorySegment.copy(source, offset, memory, at + FrameLayout.HEADER_BYTES, length);
                    injector.reached(FailPoint.CLAIM_COPIED);
                    int sum = FrameChecksum.of(memory, at + FrameLayout.HEADER_BYTES, length, segment.index(at), low);
                    header = FrameLayout.header(low, sum);
                } catch (RuntimeException | Error e) {
                    giveUp(at, length);
                    throw e;
                }
                if (publishAt(at, length, header, at)) {
                    return lastIndex;
                }
            }
        } catch (IllegalStateException e) {
            throw closed(e);
        } catch (InternalError e) {
            throw segment.gone(tail, e);
        }
    }

    @Override
    public long publish(long expectedSegment) {
        return publishIf(expectedSegment, null);
    }

    @Override
    public long publishIf(long expectedSegment, LongPredicate condition) {
        owner.check();
        int bytes = batch.sizeBytes();
        checkBatch(bytes);
        if (syncer != null) {
            syncer.checkFailure();
        }
        int length = bytes - FrameLayout.HEADER_BYTES;
        try {
            while (true) {
                int at = claim(length, expectedSegment);
                if (at == NO_PLACE) {
                    return ROLLED;
                }
                long header;
                try {
                    if (condition != null && !condition.test(segment.index(at))) {
                        giveUp(at, length);
                        return REFUSED;
                    }
                    header = batch.seal(segment.index(at));
                    int first = FrameLayout.HEADER_BYTES;
                    MemorySegment.copy(batch.sealed(), first, segment.memory, at + first, length);
                    injector.reached(FailPoint.CLAIM_COPIED);
                } catch (RuntimeException | Error e) {
                    giveUp(at, length);
                    throw e;
                }
                if (publishAt(at, length, header, at + batch.start(batch.frames() - 1))) {
                    long index = segment.index(at);
                    batch.published(index);
                    return index;
                }
            }
        } catch (IllegalStateException e) {
            throw closed(e);
        } catch (InternalError e) {
            throw segment.gone(tail, e);
        }
    }

    @Override
    public long startSegment() {
        owner.check();
        throw new JournalException("writer with shared ownership cannot end a segment directory=" + journal.directory()
                + " ownership=" + Ownership.SHARED);
    }

    /**
     * Claims space and returns its position, or {@link #NO_PLACE} if that would be in another segment than expected.
     */
    private int claim(int length, long expectedSegment) {
        checkOpen();
        state.checkOwned();
        int bytes = FrameLayout.frameBytes(length);
        long claim = FrameLayout.claim(length, state.slot(), state.epoch());
        while (true) {
            catchUp();
            boolean full = tail + bytes > segment.limit || (rollClock.isDue() && tail > segment.first);
            if (full) {
                end();
            } else if (expectedSegment != ANY_SEGMENT && expectedSegment != segment.number) {
                return NO_PLACE;
            } else {
                prepare();
                int at = tail;
                if (Memory.compareAndSetLong(segment.memory, at, 0, claim)) {
                    tail = at + bytes;
                    injector.reached(FailPoint.CLAIMED);
                    return at;
                }
            }
        }
    }

    /** Walks to the first zero header, through claims and into later segments. */
    private void catchUp() {
        while (true) {
            long header = segment.headerAcquire(tail);
            if (header == 0) {
                return;
            }
            if (FrameLayout.state(header) == FrameLayout.END) {
                SegmentFile left = segment;
                SegmentFile next = journal.store().acquireIfPresent(segment.number + 1);
                settle();
                if (next == null) { // retention removed it while this appender was idle
                    FrameWalk.Tail end = journal.end();
                    enter(journal.store().acquire(end.segment()), end.position());
                } else {
                    enter(next, next.first);
                }
                journal.store().release(left);
            } else {
                tail = segment.next(tail, header);
                if (tail - settled > FAR_BEHIND_BYTES) {
                    settle();
                    leap();
                }
            }
        }
    }

    /** Continues from the hint if that is further than the position that was reached by walking. */
    private void leap() {
        int hint = segment.hintAcquire();
        if (hint > tail && walk.isFrame(segment, hint)) {
            tail = hint;
            settled = hint;
        }
    }

    private void end() {
        SegmentFile next = state.preparer().take(segment.number + 1);
        try {
            injector.reached(FailPoint.NEXT_SEGMENT_READY);
            int low = FrameLayout.low(FrameLayout.END, 0);
            long end = FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(tail), low));
            Memory.compareAndSetLong(segment.memory, tail, 0, end);
            injector.reached(FailPoint.SEGMENT_ENDED);
        } finally {
            journal.store().release(next);
        }
    }

    private void prepare() {
        if (!begun) {
            rollClock.begin(segment);
            begun = true;
        }
        nextSegment.check(tail, rollClock.rolls());
    }

    /** Publishes the frames in claimed space; returns false if the claim was lost meanwhile. */
    private boolean publishAt(int at, int length, long header, int lastFrame) {
        long claim = FrameLayout.claim(length, state.slot(), state.epoch());
        if (!Memory.compareAndSetLong(segment.memory, at, claim, header)) {
            if (!state.ownsSlot()) {
                throw new JournalLockedException("writer was fenced, and another writer uses its slot slot="
                        + state.slot() + " epoch=" + state.epoch() + " directory=" + journal.directory());
            }
            return false;
        }
        injector.reached(FailPoint.BATCH_PUBLISHED);
        lastIndex = segment.index(lastFrame);
        settle();
        if (syncer != null) {
            syncer.published();
        }
        return true;
    }

    /** Moves {@link #settled} to the first open claim or to the tail, and stores the hint from there. */
    private void settle() {
        int last = -1;
        while (settled < tail) {
            long header = segment.headerAcquire(settled);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.CLAIMED || state == FrameLayout.NOTHING) {
                break;
            }
            if (FrameLayout.holdsPayload(state)) {
                last = settled;
            }
            settled = segment.next(settled, header);
        }
        if (last > segment.hintAcquire()) {
            segment.setHintRelease(last);
        }
    }

    private void giveUp(int at, int length) {
        long claim = FrameLayout.claim(length, state.slot(), state.epoch());
        int low = FrameLayout.low(FrameLayout.PADDING, length);
        long padding = FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(at), low));
        Memory.compareAndSetLong(segment.memory, at, claim, padding);
    }

    @Override
    public long segment() {
        owner.check();
        checkOpen();
        try {
            catchUp();
            if (rollClock.isDue() && tail > segment.first) {
                end();
                catchUp();
            }
            return segment.number;
        } catch (IllegalStateException e) {
            throw closed(e);
        } catch (InternalError e) {
            throw segment.gone(tail, e);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw closed(null);
        }
    }

    private JournalClosedException closed(IllegalStateException cause) {
        return new JournalClosedException("appender is closed directory=" + journal.directory(), cause);
    }

    @Override
    void release() {
        closed = true;
        batch.closeEncryption();
        journal.store().release(segment);
    }
}
