package io.millrace.journal;

import io.millrace.memory.Access;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * The last segment of a copy, where runs of frames are written, with its hint and its sparse index. The times in the
 * sparse index are those of the source: each run states a time by which its frames were published. Belongs to one
 * thread.
 */
final class CopyTail {

    private final InstantSource clock;
    private final UnfinishedRun run = new UnfinishedRun();
    private final FrameWalk walk = new FrameWalk();
    private final RunClock runClock = new RunClock();
    private final IndexCursor indexed;

    /** Null while the copy has no segment. */
    private SegmentFile segment;

    private int position;
    private boolean ended;
    private long lastIndex = Index.NONE;

    /** The last frame after which no batch is open; after a loss of power half a batch may be left there. */
    private long settledIndex = Index.NONE;

    /** Returns the time of the last run. */
    private static final class RunClock implements InstantSource {
        private long timeMs;

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(timeMs);
        }

        @Override
        public long millis() {
            return timeMs;
        }
    }

    CopyTail(InstantSource clock, FaultInjector injector) {
        this.clock = clock;
        this.indexed = new IndexCursor(runClock, injector);
    }

    /** Enters the last segment of a copy that was recovered. */
    void open(Path directory, JournalTable table) {
        settledIndex = table.recordedSynced();
        List<Long> numbers = SegmentName.list(directory);
        for (int i = numbers.size() - 1; i >= 0 && lastIndex == Index.NONE; i--) {
            try (SegmentFile each = open(directory, table, numbers.get(i))) {
                int last = walk.lastFrom(each, each.hintAcquire(), walk.tail(each));
                lastIndex = last < 0 ? Index.NONE : each.index(last);
            }
        }
        if (!numbers.isEmpty()) {
            enter(open(directory, table, numbers.getLast()));
        }
    }

    private static SegmentFile open(Path directory, JournalTable table, long number) {
        return SegmentFile.open(directory, number, table.id(), Access.READ_WRITE);
    }

    /** Continues after the frames of a segment, which belongs to this object from now on. */
    void enter(SegmentFile entered) {
        close();
        segment = entered;
        ended = false;
        runClock.timeMs = clock.millis(); // for frames whose index entry was lost
        position = indexed.enter(entered);
        count(walk.tail(entered));
        if (FrameLayout.state(entered.headerAcquire(position)) == FrameLayout.END) {
            end();
        }
        run.start(entered, position);
    }

    /** Counts the frames up to a position, and writes the entries of the sparse index that are due. */
    private void count(int until) {
        while (position < until) {
            long header = segment.headerAcquire(position);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.END) {
                end();
                return;
            }
            if (state == FrameLayout.DATA) {
                indexed.countData();
            } else if (state == FrameLayout.METADATA) {
                indexed.countMetadata();
            }
            position = segment.next(position, header);
            indexed.fill(position);
        }
    }

    private void end() {
        indexed.close(position);
        position += FrameLayout.HEADER_BYTES;
        ended = true;
    }

    /** Returns the last segment, or null if there is none. */
    SegmentFile segment() {
        return segment;
    }

    /** Returns whether the last segment has an end mark. */
    boolean isEnded() {
        return ended;
    }

    long lastIndex() {
        return lastIndex;
    }

    /**
     * Returns the last frame that is known to be the end of a run: in this opening one has ended there, or an earlier
     * opening has recorded it as synced.
     */
    long settledIndex() {
        return settledIndex;
    }

    /** Returns the boundary after the last visible frame. */
    long end(long firstKept) {
        if (segment == null) {
            return Index.of(firstKept, 0);
        }
        return ended ? Index.of(segment.number + 1, 0) : segment.index(position);
    }

    /** Adds bytes to the unfinished run, and returns whether they end with an end mark. */
    boolean write(long boundary, MemorySegment bytes, Path directory) {
        if (segment == null || ended) {
            throw new JournalException("no segment was begun for these frames boundary=" + Index.toText(boundary)
                    + " directory=" + directory);
        }
        long expected = segment.index(run.written());
        if (boundary != expected) {
            throw new JournalException("frames do not continue the copy expected=" + Index.toText(expected) + " actual="
                    + Index.toText(boundary) + " directory=" + directory);
        }
        run.add(bytes);
        return run.isEnded();
    }

    /** Makes the unfinished run visible. */
    void publish(long timeMs) {
        run.publish();
        if (segment.begunMs() == 0) {
            segment.begin(Math.max(1, timeMs));
        }
        runClock.timeMs = timeMs;
        if (run.lastFrame() >= 0) {
            lastIndex = segment.index(run.lastFrame());
            segment.setHintRelease(run.lastFrame());
        }
        settledIndex = lastIndex;
        count(run.written());
        run.start(segment, position);
    }

    void dropRun() {
        if (segment != null) {
            run.drop();
        }
    }

    /** Returns the exception for a mapped page that no longer exists. */
    RuntimeException gone(InternalError cause) {
        return segment == null
                ? new JournalException("another program changed a file of the copy", cause)
                : segment.gone(position, cause);
    }

    void close() {
        if (segment != null) {
            segment.close();
            segment = null;
        }
    }
}
