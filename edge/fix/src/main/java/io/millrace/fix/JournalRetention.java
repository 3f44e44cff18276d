package io.millrace.fix;

import io.millrace.journal.Index;
import io.millrace.journal.NamedPosition;
import java.util.function.Predicate;

/**
 * Says which segments of the journal of an engine its sessions still need, by a position in the journal: those since
 * all that is known was kept once more, and those with messages that a peer may ask for. What is known is kept again
 * for each segment. One thread.
 */
final class JournalRetention {

    private static final long EVERY_NS = 60_000_000_000L;

    private final FixJournal journal;
    private final NamedPosition position;

    /** Whether messages of a session may still be asked for. */
    private final Predicate<JournalStore> isOpen;

    /** Where all that is known was kept last, and the segment in which that has ended. */
    private long knownFrom = Index.NONE;

    private long segment = -1;
    private long dueNs;

    JournalRetention(FixJournal journal, Predicate<JournalStore> isOpen) {
        this.journal = journal;
        this.isOpen = isOpen;
        position = journal.position();
    }

    /** Lets time pass; called about once a second. */
    void tick(long nowNs, long steadyNs) {
        long last = journal.lastIndex();
        if (last == Index.NONE) {
            return;
        }
        if (Index.segment(last) != segment) {
            knownFrom = journal.keepKnown(nowNs);
            segment = Index.segment(journal.lastIndex());
        } else if (steadyNs - dueNs < 0) {
            return;
        }
        dueNs = steadyNs + EVERY_NS;
        long needed = knownFrom;
        for (JournalStore store : journal.stores()) {
            long first = store.firstSent();
            if (first != Index.NONE && (needed == Index.NONE || first < needed) && isOpen.test(store)) {
                needed = first;
            }
        }
        if (needed != Index.NONE) {
            position.set(needed);
        }
    }
}
