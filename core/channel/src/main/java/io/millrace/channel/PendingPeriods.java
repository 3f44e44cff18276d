package io.millrace.channel;

import io.millrace.journal.Journal;
import java.util.ArrayDeque;
import java.util.Queue;

/** The periods whose openings are written, until each is in force, in their order. Any thread may open them. */
final class PendingPeriods {

    private record Opening(long begin, long end) {}

    private final Queue<Opening> openings = new ArrayDeque<>();

    synchronized void add(long begin, long end) {
        openings.add(new Opening(begin, end));
    }

    /** Puts those in force whose openings end at {@code synced} or before. */
    synchronized void open(Journal journal, long synced) {
        while (!openings.isEmpty() && openings.peek().end <= synced) {
            Opening opening = openings.remove();
            journal.openPeriod(opening.begin, opening.end);
        }
    }
}
