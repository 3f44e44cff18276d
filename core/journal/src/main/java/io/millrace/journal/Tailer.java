package io.millrace.journal;

import io.millrace.concurrent.IdleStrategy;
import io.millrace.concurrent.ThreadOwner;
import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.time.Instant;

/**
 * Reads the frames of a journal in order. Any number of tailers read the same journal, each of them every frame,
 * without writing anything.
 *
 * <p>One thread at a time may use a tailer. The first that reads or moves it owns it until it calls {@link #handOver()}
 * or ends; another thread is refused with a {@link WrongThreadException}. {@link TailerOptions#ownerCheck()} turns this
 * check off. Any thread may call {@link #close()}.
 *
 * <p>The cursor is between two frames. Reading forward returns the frame after it and moves past that frame, reading
 * backward the frame before it; so a read after a change of direction returns the same frame again. Reading allocates
 * nothing. An exception leaves the cursor where it was.
 */
public final class Tailer implements AutoCloseable {

    private final Journal journal;
    private final SegmentStore store;
    private final JournalTable table;
    private final boolean verified;
    private final ReadLevel level;

    /** Whether published frames are withheld that do not meet the level of this tailer. */
    private final boolean withholds;

    private final boolean withMetadata;
    private final FrameWalk walk = new FrameWalk();
    private final EndCheck ends;
    private final BackwardWindow window = new BackwardWindow(walk);
    private final DirectoryWatch watch;
    private final ThreadOwner owner;

    private boolean backward;
    private SegmentFile segment;
    private MemorySegment memory;
    private int cursor;

    /** Data frames that end before this are returned by their header alone; zero where that is not enough. */
    private int trustLimit;

    /** The index without a frame that was checked last; only {@link #checkEnd} checks it again. */
    private long checkedEnd = Index.NONE;

    private boolean closed;
    private int framePosition = -1;
    private int frameLow;

    private Tailer(Journal journal, TailerOptions options) {
        this.journal = journal;
        this.owner = new ThreadOwner("Tailer", journal.directory(), options.ownerCheck(), this::release);
        this.store = journal.store();
        this.table = journal.table();
        this.ends = new EndCheck(store);
        this.watch = new DirectoryWatch(table, journal.directory());
        this.verified = options.verification() == Verification.CHECKSUM;
        this.level = new ReadLevel(table, options);
        this.withholds = level.withholds();
        this.withMetadata = options.metadata() == MetadataFrames.INCLUDE;
        this.backward = options.direction() == Direction.BACKWARD;
    }

    /** Opens the segment where a tailer with these options starts, and returns the tailer. */
    static Tailer open(Journal journal, TailerOptions options) {
        Tailer tailer = new Tailer(journal, options);
        if (tailer.backward) {
            tailer.enterEnd();
        } else {
            tailer.enterStart();
        }
        return tailer;
    }

    /**
     * Reads the next frame in the direction of this tailer, if there is one.
     *
     * @throws JournalDamagedException if the frame has a wrong checksum or an invalid header, there is none although
     *     frames were published after it, or the newest segment is missing
     * @throws JournalClosedException if the tailer or its journal is closed
     * @throws JournalException if no frame was read for a second, and the directory was removed, moved or replaced
     * @throws WrongThreadException if another thread is the owner
     */
    public Read read() {
        owner.check();
        int position = cursor;
        if (position < trustLimit) {
            long header = header(memory, position);
            int length = FrameLayout.length(header);
            if (FrameLayout.state(header) == FrameLayout.DATA && length < trustLimit - position) {
                framePosition = position;
                frameLow = FrameLayout.low(header);
                cursor = position + FrameLayout.frameBytes(length);
                return Read.MESSAGE;
            }
        }
        return readAny();
    }

    /**
     * Checks that the journal may end where this tailer, which reads forward, is. A read that finds no new frame does
     * the quick part of this check, once for each end, and all of it after a second without a message; a reader that
     * must have read everything calls this after {@link Read#END}. It takes some microseconds and changes nothing.
     *
     * @throws JournalDamagedException if frames were published after this position, and there is no frame at it
     * @throws JournalClosedException if the tailer or its journal is closed
     */
    public void checkEnd() {
        owner.check();
        long header = header(memory, cursor);
        if (header == 0 || FrameLayout.state(header) == FrameLayout.CLAIMED) {
            try {
                ends.check(segment, cursor, header);
            } catch (IllegalStateException e) {
                throw closed(e);
            } catch (InternalError e) {
                throw segment.gone(cursor, e);
            }
        }
    }

    private long header(MemorySegment from, int position) {
        try {
            return Memory.getLongAcquire(from, position);
        } catch (IllegalStateException e) {
            throw closed(e);
        } catch (InternalError e) {
            throw segment.gone(position, e);
        }
    }

    /** Reads the next frame, in the direction of this tailer. */
    private Read readAny() {
        try {
            Read read = backward ? readBackward() : readForward();
            if (read != Read.MESSAGE && watch.foundNothing(segment.index(cursor)) && read == Read.END) {
                checkEnd();
            }
            return read;
        } catch (IllegalStateException e) {
            throw closed(e);
        } catch (InternalError e) {
            throw segment.gone(cursor, e);
        }
    }

    private Read readForward() {
        while (true) {
            int position = cursor;
            long header = Memory.getLongAcquire(memory, position);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.DATA || (state == FrameLayout.METADATA && withMetadata)) {
                Read reason = withholds ? level.check(segment.index(position)) : Read.MESSAGE;
                if (reason != Read.MESSAGE) {
                    return reason;
                }
                int next = hand(position, header);
                cursor = next;
                return Read.MESSAGE;
            }
            if (header == 0 || (state == FrameLayout.CLAIMED && FrameLayout.isPlausibleClaim(header))) {
                long index = segment.index(position);
                if (index != checkedEnd) { // once for each end, so that polling again costs nothing
                    checkedEnd = index;
                    if (ends.isSuspect(segment, position)) {
                        ends.check(segment, position, header);
                        continue; // frames may have been published between the two reads
                    }
                }
                framePosition = -1;
                if (store.isBlank(segment) && enterFirst()) {
                    continue;
                }
                return Read.END;
            }
            if (!pass(position, header)) {
                if (store.isRemoved(segment.number + 1)) {
                    return Read.REMOVED;
                }
                ends.checkFollowed(segment);
                return Read.END;
            }
        }
    }

    /** Enters the first segment of a copy that had none before, and returns whether there is one by now. */
    private boolean enterFirst() {
        enterStart();
        return !store.isBlank(segment);
    }

    /** Checks a frame, makes it the current frame, and returns where the next frame starts. */
    private int hand(int position, long header) {
        int length = FrameLayout.length(header);
        int bytes = FrameLayout.frameBytes(length);
        if (bytes > segment.limit - position) {
            throw segment.impossible(position, header);
        }
        if (verified) {
            int expected = FrameChecksum.of(
                    memory,
                    position + FrameLayout.HEADER_BYTES,
                    length,
                    segment.index(position),
                    FrameLayout.low(header));
            if (expected != FrameLayout.checksum(header)) {
                throw segment.damaged(position, header, expected);
            }
        }
        framePosition = position;
        frameLow = FrameLayout.low(header);
        return position + bytes;
    }

    /** Skips a frame that is not returned, or enters the next segment; returns false if that does not exist. */
    private boolean pass(int position, long header) {
        framePosition = -1;
        if (verified) {
            walk.check(segment, position, header);
        }
        if (FrameLayout.state(header) == FrameLayout.END) {
            SegmentFile entered = store.acquireAfter(segment);
            if (entered == null) {
                return false;
            }
            enter(entered, entered.first);
        } else {
            cursor = segment.next(position, header);
        }
        return true;
    }

    private Read readBackward() {
        while (true) {
            int position = window.before(segment, cursor);
            if (position < 0) {
                if (!enterPrevious()) {
                    framePosition = -1;
                    return Read.START;
                }
                continue;
            }
            long header = Memory.getLongAcquire(memory, position);
            int state = FrameLayout.state(header);
            boolean wanted = state == FrameLayout.DATA || (state == FrameLayout.METADATA && withMetadata);
            if (wanted && (!withholds || level.check(segment.index(position)) == Read.MESSAGE)) {
                hand(position, header);
                cursor = position;
                return Read.MESSAGE;
            }
            cursor = position;
        }
    }

    private boolean enterPrevious() {
        SegmentFile entered = store.acquireBefore(segment);
        if (entered == null) {
            if (segment.number == 0 || store.isRemoved(segment.number - 1)) {
                return false;
            }
            throw SegmentStore.missing(journal.directory(), segment.number - 1, segment.number);
        }
        enter(entered, walk.tail(entered));
        return true;
    }

    /** Enters a segment that is held for this tailer. */
    private void enter(SegmentFile entered, int position) {
        if (closed) {
            store.release(entered);
            throw closed(null);
        }
        SegmentFile left = segment;
        segment = entered;
        memory = entered.memory;
        cursor = position;
        framePosition = -1;
        updateTrustLimit();
        if (left != null) {
            store.release(left);
        }
    }

    private void updateTrustLimit() {
        boolean isEnough = !verified && !withholds && !backward && !closed;
        trustLimit = isEnough ? segment.limit - FrameLayout.frameBytes(0) - FrameLayout.ALIGNMENT : 0;
    }

    /**
     * Reads until there is a frame, idling in between, or the thread is interrupted, or waiting is in vain. Any number
     * of virtual threads may wait like this with a strategy that parks.
     *
     * @return {@link Read#MESSAGE}, {@link Read#REMOVED}, {@link Read#START}, or the result of the last read when the
     *     thread was interrupted; it stays interrupted
     */
    public Read await(IdleStrategy idle) {
        idle.reset();
        while (true) {
            Read read = read();
            boolean done = read == Read.MESSAGE || read == Read.REMOVED || read == Read.START;
            if (done || Thread.currentThread().isInterrupted()) {
                return read;
            }
            idle.idle();
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
        return segment.indexBase | (current() >>> 3);
    }

    /**
     * Returns where the cursor is: greater than the index of each frame before it, and at most that of each frame after
     * it. After {@link Read#END} of a copy, every frame that was there is before it.
     */
    public long boundary() {
        return segment.index(cursor);
    }

    /** Returns the kind of the current frame. */
    public FrameKind kind() {
        current();
        return FrameLayout.kind(frameLow >>> FrameLayout.STATE_SHIFT);
    }

    private int current() {
        if (framePosition < 0) {
            throw new JournalException("last read returned no frame directory=" + journal.directory() + " cursor="
                    + Index.toText(segment.index(cursor)));
        }
        return framePosition;
    }

    /** Moves before the first kept frame. */
    public void toStart() {
        owner.check();
        enterStart();
    }

    private void enterStart() {
        SegmentFile first = store.acquireLowest();
        enter(first, first.first);
    }

    /**
     * Moves before the opening of the period in force, which replaces everything before it; where no period was opened,
     * or retention has removed it, before the first kept frame.
     */
    public void toPeriod() {
        owner.check();
        while (true) {
            Period period = Periods.present(table).orElse(null);
            if (period == null || store.isRemoved(Index.segment(period.opening()))) {
                toStart();
                return;
            }
            SegmentFile first = store.acquireIfPresent(Index.segment(period.opening()));
            if (first != null) { // else the period was closed and removed meanwhile
                enter(first, first.first);
                return;
            }
        }
    }

    /** Moves after the last frame that is published at this moment. */
    public void toEnd() {
        owner.check();
        enterEnd();
    }

    private void enterEnd() {
        while (true) {
            FrameWalk.Tail end = journal.end();
            SegmentFile last = store.acquireIfPresent(end.segment());
            if (last != null) {
                enter(last, Math.max(last.first, end.position()));
                return;
            }
            if (store.isEmptyCopy()) {
                enterStart();
                return;
            }
        }
    }

    /**
     * Moves so that the next read, in the present direction, returns the frame at {@code index}, or skips it if it is a
     * metadata frame and those are skipped.
     *
     * @throws JournalDamagedException if frames are missing before it
     */
    public SeekResult seek(long index) {
        owner.check();
        SegmentFile sought = index < 0 ? null : store.acquireIfPresent(Index.segment(index));
        if (sought == null) {
            return index < 0 || store.isRemoved(Index.segment(index)) ? SeekResult.BEFORE_START : SeekResult.BEYOND_END;
        }
        int position = sought.place(index);
        SeekResult result = find(sought, index, position);
        if (result == SeekResult.FOUND) {
            long header = sought.headerAcquire(position);
            enter(sought, backward ? sought.next(position, header) : position);
        } else {
            try {
                if (result == SeekResult.BEYOND_END) {
                    walk.checkEnd(sought, position, ends);
                }
            } finally {
                store.release(sought);
            }
        }
        return result;
    }

    private SeekResult find(SegmentFile sought, long index, int position) {
        if (!sought.covers(index)) {
            return SeekResult.OTHER_EPOCH;
        }
        return position < sought.first ? SeekResult.NOT_A_FRAME : walk.find(sought, position);
    }

    /**
     * Moves after the frame at {@code index}, so that the next read forward returns the frame after it. So a reader
     * continues after the index that it has stored last; {@link Index#NONE}, where it has stored none, moves before the
     * first kept frame.
     */
    public SeekResult seekAfter(long index) {
        if (index == Index.NONE) {
            toStart();
            return SeekResult.FOUND;
        }
        SeekResult result = seek(index);
        if (result == SeekResult.FOUND && !backward) {
            cursor = segment.next(cursor, header(memory, cursor));
        }
        return result;
    }

    /**
     * Moves so that the next read, in the present direction, returns the message with a number. The first data frame
     * that the journal ever had is number zero; removed frames keep their numbers.
     */
    public SeekResult seekMessage(long number) {
        long index = number < 0 ? Index.NONE : journal.counts().find(number);
        if (index != Index.NONE) {
            return seek(index);
        }
        return number < 0 || number < journal.counts().removed() ? SeekResult.BEFORE_START : SeekResult.BEYOND_END;
    }

    /**
     * Moves before a frame that starts at or before {@code index}, which need not be the index of a frame: at most one
     * interval of the sparse index before it, where that is complete; before the first frame of the segment where none
     * does. So a search can bisect a journal by its indexes; the first frames of a segment are at {@code
     * Index.of(segment, 0)}, its last ones at {@link Index#endOf}, whatever its leader.
     *
     * @return {@code FOUND}, also where no frame follows, or why the segment of the index does not exist; the tailer
     *     has not moved then
     * @throws JournalDamagedException if the segment is missing although later segments exist
     */
    public SeekResult seekNear(long index) {
        owner.check();
        SegmentFile sought = index < 0 ? null : store.acquireIfPresent(Index.segment(index));
        if (sought == null) {
            return index < 0 || store.isRemoved(Index.segment(index)) ? SeekResult.BEFORE_START : SeekResult.BEYOND_END;
        }
        enter(sought, walk.floor(sought, sought.place(index)));
        return SeekResult.FOUND;
    }

    /**
     * Moves before the first frame that is not before the target, and turns forward. The data frames must be in the
     * order of the comparator; then about as many are compared as the logarithm of their number, and those of one
     * interval of the sparse index.
     */
    public SearchResult search(FrameComparator comparator) {
        direction(Direction.FORWARD);
        FrameSearch search = new FrameSearch(store, comparator);
        SegmentFile found = search.segment();
        enter(found, search.start(found));
        while (read() == Read.MESSAGE) {
            int order = kind() == FrameKind.DATA ? comparator.compare(memory, offset(), length()) : -1;
            if (order >= 0) {
                cursor = framePosition;
                framePosition = -1;
                return order == 0 ? SearchResult.EQUAL : SearchResult.GREATER;
            }
        }
        return SearchResult.NONE;
    }

    /**
     * Moves to the frames published at {@code time}: no frame that was published at or after it is before the cursor,
     * and at most one interval of the sparse index, or the frames of a tenth of a second, follow the cursor although
     * they were published before. Any time is accepted, also one that no clock can have.
     */
    public void seekTime(Instant time) {
        owner.check();
        Instant earliest = Instant.ofEpochMilli(Long.MIN_VALUE);
        Instant latest = Instant.ofEpochMilli(Long.MAX_VALUE);
        long epochMs = (time.isBefore(earliest) ? earliest : time.isAfter(latest) ? latest : time).toEpochMilli();
        long lowest = store.lowest();
        for (long number = journal.end().segment(); ; number--) {
            SegmentFile candidate = store.acquireIfPresent(number);
            if (candidate == null) { // retention was faster
                toStart();
                return;
            }
            long begunMs = candidate.begunMs();
            if (number <= lowest || (begunMs != 0 && begunMs < epochMs)) {
                enter(candidate, walk.startBefore(candidate, epochMs));
                return;
            }
            store.release(candidate);
        }
    }

    /** Sets the direction of reading. */
    public void direction(Direction direction) {
        owner.check();
        backward = direction == Direction.BACKWARD;
        framePosition = -1;
        updateTrustLimit();
    }

    private JournalClosedException closed(IllegalStateException cause) {
        return new JournalClosedException("tailer is closed directory=" + journal.directory(), cause);
    }

    /**
     * Leaves the tailer without an owner; the next thread that uses it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    /**
     * Releases the segment; the tailer can no longer be used. Any thread may close. Where another thread is the owner
     * and has not ended, its next call releases the segment and gets {@link JournalClosedException}. May be called
     * again.
     */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        closed = true;
        store.release(segment);
        memory = Journal.CLOSED_MEMORY;
        cursor = 0;
        backward = false;
        updateTrustLimit();
    }
}
