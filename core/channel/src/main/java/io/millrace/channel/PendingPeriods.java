package io.millrace.channel;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalClosedException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;

/** The periods whose openings are written and that are not in force yet, in order. Any thread may put them in force. */
final class PendingPeriods {

    private static final System.Logger LOGGER = System.getLogger(PendingPeriods.class.getPackageName());

    private record Opening(long begin, long end) {}

    private final Journal journal;
    private final Queue<Opening> openings = new ArrayDeque<>();

    PendingPeriods(Journal journal) {
        this.journal = journal;
    }

    synchronized void add(long begin, long end) {
        openings.add(new Opening(begin, end));
    }

    /** Puts those periods in force whose openings end at {@code synced} or before; later calls return at once. */
    synchronized void open(long synced) {
        while (!openings.isEmpty() && openings.peek().end <= synced) {
            Opening opening = openings.remove();
            journal.openPeriod(opening.begin, opening.end);
        }
    }

    /** Puts periods in force in a background thread, which may find the channel closed. */
    void openUnlessClosed(long synced) {
        try {
            open(synced);
        } catch (JournalClosedException e) {
            LOGGER.log(Level.DEBUG, "channel was closed before its period was in force", e);
        }
    }
}
