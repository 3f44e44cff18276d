package io.millrace.journal;

import io.millrace.memory.BootId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Decides whether a journal may end where a reader finds no frame, for everything that reads an open journal: tailers,
 * counts, and the search for the end. {@link JournalVerifier} reports the same as missing frames or a missing segment,
 * and {@link Recovery} does not continue there; what these two know of one segment is {@link SegmentReach}, which also
 * explains why a living writer is never mistaken for damage.
 *
 * <p>Two more facts are known of an open journal. A segment whose successor contains frames has ended, so it has an end
 * mark; and everything up to the synced index existed. As in {@link SegmentReach}, it is a loss only if the header is
 * still the same after these checks.
 *
 * <p>After the machine went down, a position without a frame before other frames is where the next opening for writing
 * ends the journal. Until then it is refused too: what follows was published, and may have been read. Instances belong
 * to one thread.
 */
final class EndCheck {

    private static final long UNKNOWN = -1;

    private final SegmentStore store;
    private final SegmentReach reach = new SegmentReach();

    EndCheck(SegmentStore store) {
        this.store = store;
    }

    /** Returns whether {@link #check} may find something, for callers that check repeatedly: three loads. */
    boolean isSuspect(SegmentFile segment, int position) {
        return reach.mayExceed(segment, position);
    }

    /**
     * Checks a position without a frame. The header may have changed meanwhile: then there is nothing to report.
     *
     * @param header the header found there: nothing, or the claim of a writer
     * @throws JournalDamagedException if frames were published after it
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

    /** Returns whether the position is at or below the synced index, or the next segment was begun. */
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
                return state != FrameLayout.NOTHING
                        && state != FrameLayout.END; // recovery leaves an end mark in empty segments
            } finally {
                store.release(next);
            }
        } catch (JournalDamagedException e) {
            return false; // readers that reach the next segment check it
        }
    }

    /**
     * Checks the end of a segment that has ended and is the last that exists. No writer ends a segment before the next
     * segment has its name; only recovery does, after the machine went down. In a copy the next segment comes later.
     *
     * @throws JournalDamagedException if the next segment was removed, but not by retention
     */
    void checkFollowed(SegmentFile segment) {
        long next = segment.number + 1;
        Path file = SegmentName.file(store.directory(), next);
        store.table().checkDirectory(store.directory());
        if (!isMachineRestarted()
                && store.table().role() != JournalRole.COPY
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
