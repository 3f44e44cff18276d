package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * Adds frames at the end of a journal. What happens before the publication of a frame happens before a tailer, in any
 * process, returns the frame.
 *
 * <p>One thread at a time may use an appender and its batch. The first thread that does so owns them until it calls
 * {@link #handOver()} or ends; another thread is refused with a {@link WrongThreadException} before anything is
 * changed. Several threads have an appender each, of a journal whose ownership is shared, or one thread appends for
 * all. {@link JournalOptions#ownerCheck()} turns this check off. Any thread may call the methods that await something,
 * and {@link #close()}.
 *
 * <p>An exception leaves the journal as it was before the call.
 */
public abstract sealed class Appender implements AutoCloseable permits OwnerAppender, SharedAppender {

    /** Returned by {@link #publish} when nothing was written since the segment has changed. */
    public static final long ROLLED = -2;

    /** Returned by {@link #publishIf} when nothing was written since the condition does not hold. */
    public static final long REFUSED = -3;

    /** Tells {@link #publish} that the frames fit into any segment. */
    public static final long ANY_SEGMENT = -1;

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    final Journal journal;
    final WriterState state;
    final FaultInjector injector;
    final FrameBatch batch;
    final int maxFrameLength;
    final int maxBatchBytes;
    final RollClock rollClock;
    final ThreadOwner owner;

    /** Notified of every publication; null where the durability does not need it. */
    final Syncer syncer;

    long lastIndex = Index.NONE;
    boolean closed;

    Appender(Journal journal, WriterState state, OwnerCheck ownerCheck, int maxBatchBytes) {
        JournalOptions options = state.options();
        this.journal = journal;
        this.state = state;
        this.injector = state.injector();
        this.maxFrameLength = SegmentLayout.maxFrameLength(options.segmentSizeBytes());
        this.owner = new ThreadOwner("Appender", journal.directory(), ownerCheck, this::release);
        this.batch = new FrameBatch(maxFrameLength, owner);
        this.maxBatchBytes = maxBatchBytes;
        this.rollClock = new RollClock(options);
        this.syncer = state.continuousSyncer();
    }

    /**
     * Publishes one data frame.
     *
     * @param source where the payload is
     * @param offset where in {@code source} it starts
     * @param length its length in bytes, 0 to {@link #maxFrameLength()}
     * @return the index of the frame
     * @throws JournalFullException if a new segment is due and the disk is full
     * @throws JournalFencedException if another member of a replicated journal appends now
     * @throws JournalException if the length is out of range; if everything is to be synced and a force has failed; if
     *     too few copies are connected
     * @throws WrongThreadException if another thread is the owner
     */
    public abstract long append(MemorySegment source, long offset, int length);

    /** Returns the batch of this appender; always the same. */
    public final FrameBatch batch() {
        return batch;
    }

    /**
     * Publishes the frames of the batch, together and without a gap.
     *
     * @param expectedSegment the segment that the frames were encoded for, from {@link #segment()}, or {@link
     *     #ANY_SEGMENT}
     * @return the index of the first frame; {@link FrameBatch#index} returns the others; or {@link #ROLLED}: nothing
     *     was written, {@link #segment()} is another segment now, encode again
     * @throws JournalFullException if a new segment is due and the disk is full
     * @throws JournalException if the batch has no frame, was published before, or does not fit into an empty segment;
     *     if everything is to be synced and a force has failed
     */
    public abstract long publish(long expectedSegment);

    /**
     * Publishes the batch as {@link #publish} does, if a condition holds where its first frame would be. Among several
     * appenders the space is claimed before the condition is asked, so no frame comes between what it reads before
     * this index and the batch. The frames before the index may be claimed by other appenders, which publish them or
     * are fenced; the condition may wait for that, and is asked again where this appender was fenced meanwhile.
     *
     * @param condition is given the index of the first frame; must not use this appender
     * @return the index of the first frame, {@link #ROLLED}, or {@link #REFUSED}
     */
    public abstract long publishIf(long expectedSegment, LongPredicate condition);

    /**
     * Returns the number of the segment that a small frame would be in now; starts a new segment first if the clock
     * requires it.
     */
    public abstract long segment();

    /**
     * Ends the segment unless it is empty, so that the next frame is the first of its segment, as the opening of a
     * {@link Period} must be. Only a single owner can do this, since other writers would write in between.
     *
     * @return the number of the segment of the next frame
     * @throws JournalFullException if a new segment is due and the disk is full
     * @throws JournalException if this is an appender in shared ownership
     */
    public abstract long startSegment();

    /** Returns the maximum length of a frame in bytes: a quarter of a segment. */
    public final int maxFrameLength() {
        return maxFrameLength;
    }

    /**
     * Returns the index of the last frame that this appender has published, or {@link Index#NONE}; a thread that is not
     * the owner may see an older index.
     */
    public final long lastIndex() {
        return lastIndex;
    }

    /**
     * Waits until a frame and everything before it is {@link Durability#SYNCED}. A platform thread forces by itself,
     * for all waiting threads, if no other thread does so already. An interrupt does not end the wait.
     *
     * @throws JournalException if the storage device reports an error
     */
    public final void awaitSynced(long index) {
        state.syncer().await(index);
    }

    /**
     * Calls {@code action} with the synced index, in a background thread, as soon as that reaches {@code index}; at
     * once, in this thread, if it has reached it and no earlier action waits. Actions that are passed in the order of
     * their indexes are called in that order, one at a time. They must be short; their exceptions go to the error
     * handler of the journal, also where they are called at once.
     *
     * @throws JournalException if a force has failed or the journal is closed; the action is not called then
     */
    public final void onSynced(long index, LongConsumer action) {
        Objects.requireNonNull(action, "action");
        state.syncer().onSynced(index, action);
    }

    /**
     * Waits until a frame and everything before it is acknowledged by the copies; see {@link Mark}. An interrupt does
     * not end the wait.
     *
     * @param atMost how long to wait
     * @throws NotAcknowledgedException if it is not acknowledged in that time
     * @throws JournalException if the journal is no source of copies
     */
    public final void awaitAcknowledged(long index, Duration atMost) {
        boolean isLong = atMost.compareTo(LONGEST) > 0;
        state.acknowledgements().await(index, isLong ? Long.MAX_VALUE : atMost.toNanos());
    }

    /**
     * Calls {@code action} with this index, in a background thread, as soon as the frame with it is acknowledged; at
     * once, in this thread, if it is and no earlier action waits. Actions that are passed in the order of their indexes
     * are called in that order, one at a time. They must be short; their exceptions go to the error handler of the
     * journal, also where they are called at once.
     *
     * @throws JournalException if the journal is no source of copies
     */
    public final void onAcknowledged(long index, LongConsumer action) {
        Objects.requireNonNull(action, "action");
        state.acknowledgements().onAcknowledged(index, action);
    }

    /**
     * Leaves the appender and its batch without an owner; the next thread that uses them becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public final void handOver() {
        owner.handOver();
    }

    /**
     * Releases the right to append. Published frames stay; a batch that was not published is lost. Any thread may
     * close. Where another thread is the owner and has not ended, its next call releases the right and gets {@link
     * JournalClosedException}; until then, or until the owner has ended and this is called again, the appender of a
     * single owner stays the only one. Closing the journal needs none of that. May be called again.
     */
    @Override
    public final void close() {
        owner.close();
    }

    /** Releases what this appender holds; called once. */
    abstract void release();

    final void checkBatch(int bytes) {
        if (bytes == 0 || bytes > maxBatchBytes || batch.isPublished()) {
            throw new JournalException("cannot publish batch frames=" + batch.frames() + " batchBytes=" + bytes
                    + " limit=" + maxBatchBytes + " published=" + batch.isPublished());
        }
    }
}
