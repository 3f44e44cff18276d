package io.millrace.journal;

import java.nio.file.Files;
import java.util.List;

/**
 * Finds where the published frames of a journal end. Remembers the segment of the last search, where the next search
 * continues, so a search reads one hint, however long the journal is. Any thread may call any method.
 */
final class JournalEnd {

    private final SegmentStore store;
    private final FrameWalk walk = new FrameWalk();
    private final EndCheck ends;
    private long known = -1;

    JournalEnd(SegmentStore store) {
        this.store = store;
        this.ends = new EndCheck(store);
    }

    /** Returns the position where the next frame would be published; position 0 in an empty copy. */
    synchronized FrameWalk.Tail locate() {
        if (known < 0 && store.isEmptyCopy()) {
            return new FrameWalk.Tail(Index.of(store.lowest(), 0));
        }
        long number = known >= 0 ? known : candidate();
        while (true) {
            SegmentFile segment = store.acquireIfPresent(number);
            if (segment == null) { // retention has removed it meanwhile
                number = candidate();
                continue;
            }
            try {
                int tail = walk.tail(segment);
                boolean ended = FrameLayout.state(segment.headerAcquire(tail)) == FrameLayout.END;
                if (!ended || !isFollowed(number)) {
                    if (ended) {
                        ends.checkFollowed(segment);
                    }
                    known = number;
                    return new FrameWalk.Tail(segment.index(tail));
                }
            } finally {
                store.release(segment);
            }
            number++;
        }
    }

    /** Returns the index of the last data or metadata frame, or {@link Index#NONE}. */
    synchronized long lastIndex() {
        FrameWalk.Tail tail = locate();
        long number = tail.segment();
        int end = tail.position();
        while (true) {
            SegmentFile segment = number < 0 ? null : store.acquireIfPresent(number);
            if (segment == null) {
                return Index.NONE;
            }
            try {
                int hint = segment.hintAcquire();
                int last = walk.lastFrom(segment, hint, end < 0 ? walk.tail(segment) : end);
                if (last >= 0) {
                    return segment.index(last);
                }
            } finally {
                store.release(segment);
            }
            number--;
            end = -1;
        }
    }

    /** Returns the index of the last data or metadata frame that is published before a boundary, or none. */
    synchronized long lastBefore(long boundary) {
        long until = Math.min(boundary, locate().place());
        int position = (int) Index.position(until);
        for (long number = Index.segment(until); ; number--, position = Integer.MAX_VALUE) {
            SegmentFile segment = number < 0 ? null : store.acquireIfPresent(number);
            if (segment == null) {
                return Index.NONE;
            }
            try {
                int last = walk.lastBefore(segment, Math.min(position, walk.tail(segment)));
                if (last >= 0) {
                    return segment.index(last);
                }
            } finally {
                store.release(segment);
            }
        }
    }

    /** Returns whether there are later segments; the next segment itself may have been removed, if this one is held. */
    private boolean isFollowed(long number) {
        return Files.exists(SegmentName.file(store.directory(), number + 1)) || store.isRemoved(number + 1);
    }

    /** Returns the last segment that is not only prepared. */
    private long candidate() {
        List<Long> numbers = store.numbers();
        if (numbers.isEmpty()) {
            throw new JournalDamagedException("journal has no segment directory=" + store.directory() + " expected="
                    + SegmentName.file(store.directory(), 0) + " actual=none");
        }
        long last = numbers.getLast();
        if (numbers.size() > 1) {
            SegmentFile segment = store.acquire(last);
            try {
                return segment.isEmpty() ? numbers.get(numbers.size() - 2) : last;
            } finally {
                store.release(segment);
            }
        }
        return last;
    }
}
