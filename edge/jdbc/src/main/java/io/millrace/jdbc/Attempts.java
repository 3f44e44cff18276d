package io.millrace.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which requests have failed in a way that left open whether they or the connection are at fault.
 *
 * <p>The batch of such a request is made again one request at a time, each in a transaction of its own, so that it
 * fails alone and those beside it are carried out. One that has failed {@link #MAX} times, each time on a connection
 * that was opened and had worked just before, is not made any more: its last failure is its answer. Forgotten at the
 * end of the process. Used by one thread.
 */
final class Attempts {
    /**
     * How often a request is made. The runtime pauses between them, from 100 ms on twice as long each time, so that
     * they span three seconds and end before it gives the database up.
     */
    static final int MAX = 6;

    /** Of each journal, the last request up to which transactions have one request each. */
    private final Map<String, Long> singlyUpTo = new HashMap<>();

    private String journalId = "";
    private long index;
    private int count;
    private JdbcFault fault;

    Attempts() {}

    /** Notes that a request has failed; another one that had failed before is forgotten. */
    void failed(String itsJournalId, long itsIndex, JdbcFault itsFault) {
        count = isSuspect(itsJournalId, itsIndex) ? count + 1 : 1;
        journalId = itsJournalId;
        index = itsIndex;
        fault = itsFault;
        separate(itsJournalId, itsIndex);
    }

    /** Notes that a request must not be made again: its batch is, and it is answered by this. */
    void blame(String itsJournalId, long itsIndex, JdbcFault itsFault) {
        failed(itsJournalId, itsIndex, itsFault);
        count = MAX;
    }

    /** Marks the requests of a journal up to this one to be made singly. */
    void separate(String itsJournalId, long upTo) {
        singlyUpTo.merge(itsJournalId, upTo, Math::max);
    }

    /** Returns whether a transaction has one request now. */
    boolean singly() {
        return !singlyUpTo.isEmpty();
    }

    /** Returns the answer of a request that is not repeated any more. */
    Optional<JdbcFault> exhausted(String itsJournalId, long itsIndex) {
        if (count < MAX || !isSuspect(itsJournalId, itsIndex)) {
            return Optional.empty();
        }
        return Optional.of(fault);
    }

    /** Notes that a request has its outcome in the database. */
    void done(String itsJournalId, long itsIndex) {
        if (isSuspect(itsJournalId, itsIndex)) {
            count = 0;
        }
        singlyUpTo.computeIfPresent(itsJournalId, (_, upTo) -> itsIndex >= upTo ? null : upTo);
    }

    private boolean isSuspect(String itsJournalId, long itsIndex) {
        return count > 0 && index == itsIndex && journalId.equals(itsJournalId);
    }
}
