package io.millrace.fix;

import io.millrace.journal.Index;
import io.millrace.journal.NamedPosition;
import java.util.function.Predicate;

/**
 * Says which segments of the journal of an engine its sessions still need, by a position in the journal: those since
 * all that is known was kept once more, and those with messages that a peer may ask for. What is known is kept again
 * for each segment, and counts once the storage device has it, or a loss of power would take the numbers of sessions
 * with it. One thread.
 */
final class JournalRetention {

    private static final long EVERY_NS = 60_000_000_000L;

    /** What is known, and where that begins; another thread waits for the device. */
    private static final class Known {
        private final long from;
        private volatile boolean isSynced;
        private volatile RuntimeException failure;

        private Known(long from) {
            this.from = from;
        }

        private void sync(FixJournal journal) {
            try {
                journal.sync();
                isSynced = true;
            } catch (RuntimeException e) {
                failure = e; // for the thread of the engine
            }
        }
    }

    private final FixJournal journal;
    private final NamedPosition position;

    /** Whether messages of a session may still be asked for. */
    private final Predicate<JournalStore> isOpen;

    /** What is on its way to the device, null if nothing is, and where what has arrived there begins. */
    private Known pending;

    private long knownFrom = Index.NONE;

    /** The segment in which what is known was kept last. */
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
        if (pending == null && Index.segment(last) != segment) {
            Known known = new Known(journal.keepKnown(nowNs));
            segment = Index.segment(journal.lastIndex());
            pending = known;
            Thread.ofVirtual().name("fix-sync").start(() -> known.sync(journal));
        }
        if (hasArrived() || steadyNs - dueNs >= 0) {
            dueNs = steadyNs + EVERY_NS;
            advance();
        }
    }

    private boolean hasArrived() {
        if (pending == null) {
            return false;
        }
        if (pending.failure != null) {
            throw pending.failure;
        }
        boolean isSynced = pending.isSynced;
        if (isSynced) {
            knownFrom = pending.from;
            pending = null;
        }
        return isSynced;
    }

    private void advance() {
        if (knownFrom == Index.NONE) {
            return;
        }
        long needed = knownFrom;
        for (JournalStore store : journal.stores()) {
            long first = store.firstSent();
            if (first != Index.NONE && first < needed && isOpen.test(store)) {
                needed = first;
            }
        }
        position.set(needed);
    }
}
