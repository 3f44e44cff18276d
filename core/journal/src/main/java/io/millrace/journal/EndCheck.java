package io.millrace.journal;

import io.millrace.memory.BootId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Decides whether a journal may end where somebody finds no frame, for everything that reads one that is open: tailers,
 * counts, and the search for the end. What it refuses, {@link JournalVerifier} reports as missing frames or a missing
 * segment, and {@link Recovery} does not write on; what the two of them know of one segment is {@link SegmentReach},
 * which also says why a living writer is never mistaken for damage.
 *
 * <p>Two more things are known of what is open. A segment whose successor holds frames has ended, so there is an end
 * mark in it; and whatever is at or below the synced index was there. As before, only a header that is still the same
 * after all this was looked at is a loss.
 *
 * <p>After the machine went down, a place without a frame before others is where the next opening for writing ends the
 * journal. Until then it is refused too: what is behind it was published, and may have been read. Instances belong to
 * one thread.
 */
final class EndCheck {

    private static final long UNKNOWN = -1;

    private final SegmentStore store;
    private final SegmentReach reach = new SegmentReach();

    EndCheck(SegmentStore store) {
        this.store = store;
    }

    /** Returns whether {@link #check} may find something, for those who look again and again: three loads. */
    boolean isSuspect(SegmentFile segment, int position) {
        return reach.mayExceed(segment, position);
    }

    /**
     * Checks a place without a frame. The header may have changed meanwhile: then there is no more to say than before.
     *
     * @param header what was found there: nothing, or the claim of a writer
     * @throws JournalDamagedException if frames were published behind it
     */
    void check(SegmentFile segment, int position, long header) {
        long known = reach.of(segment);
        if (known <= position && header == 0) {
            known = isPassed(segment, position) ? segment.limit : withLostFrame(segment, position);
        }
        if (known > position && segment.headerAcquire(position) == header) {
            throw missing(segment, position, header, known);
        }
    }

    private long withLostFrame(SegmentFile segment, int position) {
        long known = reach.withLostFrame(segment);
        return known > position && isMachineRestarted() ? UNKNOWN : known;
    }

    /** Returns whether the place is at or below the synced index, or the next segment was begun. */
    private boolean isPassed(SegmentFile segment, int position) {
        if (store.table().syncedAcquire() >= segment.index(position)) {
            return true;
        }
        try {
            SegmentFile next = store.acquireIfPresent(segment.number + 1);
            if (next == null) {
                return false;
            }
            try {
                int state = FrameLayout.state(next.headerAcquire(next.first));
                return state != FrameLayout.NOTHING && state != FrameLayout.END; // which recovery leaves in empty ones
            } finally {
                store.release(next);
            }
        } catch (JournalDamagedException e) {
            return false; // what the next segment is like is told to those who come there
        }
    }

    /**
     * Checks the place of a segment that has ended and is the last one there. No writer ends a segment before the next
     * one has its name; only recovery does, after the machine went down.
     *
     * @throws JournalDamagedException if the next segment was removed, but not by retention
     */
    void checkFollowed(SegmentFile segment) {
        long next = segment.number + 1;
        Path file = SegmentName.file(store.directory(), next);
        store.table().checkDirectory(store.directory());
        if (!isMachineRestarted()
                && Files.notExists(file)
                && next >= store.table().firstKept()) {
            throw SegmentStore.missingAfter(store.directory(), next);
        }
    }

    private JournalDamagedException missing(SegmentFile segment, int position, long header, long known) {
        return segment.missing(
                position,
                header,
                known,
                isMachineRestarted()
                        ? "; the machine went down since the journal was last opened for writing; the next opening"
                                + " for writing ends the segment here"
                        : "");
    }

    private boolean isMachineRestarted() {
        UUID boot = BootId.current();
        return !boot.equals(store.table().boot()) || boot.equals(new UUID(0, 0));
    }
}
