package io.millrace.replication;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalRuns;
import io.millrace.journal.RunRead;
import java.util.ArrayList;
import java.util.List;

/**
 * The cursors by which several links read one journal: each link continues with the cursor that has read what it sent
 * last, without walking again. A cursor keeps its segment mapped, so that what a link is sending stays readable.
 */
final class RunCursors implements AutoCloseable {

    private static final int MOST = 64;

    private final Journal journal;
    private final List<Cursor> cursors = new ArrayList<>();

    private static final class Cursor {
        final JournalRuns runs;
        long next = Index.NONE;

        Cursor(JournalRuns runs) {
            this.runs = runs;
        }
    }

    RunCursors(Journal journal) {
        this.journal = journal;
    }

    /** Finds frames from a position on, as {@link MemberLog#read} says. */
    void read(long from, long to, int maxBytes, RunSlice slice) {
        Cursor cursor = cursorAt(from);
        long bytes = Math.min(maxBytes, LogPosition.offset(to) - LogPosition.offset(from));
        RunRead read = cursor.runs.next(from, (int) bytes);
        if (read != RunRead.FRAMES) {
            throw new ReplicationException("frames to be sent are not there from=" + LogPosition.toText(from) + " to="
                    + LogPosition.toText(to) + " found=" + read + " directory=" + journal.directory());
        }
        JournalRuns runs = cursor.runs;
        cursor.next = from + (runs.length() >>> 3);
        slice.set(from, cursor.next, runs.memory(), runs.offset(), runs.length(), runs.timeMs());
    }

    /** Returns the cursor that has read up to a position, or else a new one or the one that was used least recently. */
    private Cursor cursorAt(long from) {
        Cursor found = null;
        for (Cursor each : cursors) {
            if (each.next == from) {
                found = each;
            }
        }
        if (found == null) {
            found = cursors.size() < MOST ? new Cursor(journal.runs(OwnerCheck.OFF)) : cursors.getFirst();
        }
        if (cursors.isEmpty() || cursors.getLast() != found) {
            cursors.remove(found);
            cursors.add(found);
        }
        return found;
    }

    @Override
    public void close() {
        cursors.forEach(cursor -> cursor.runs.close());
    }
}
