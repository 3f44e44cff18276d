package io.millrace.journal;

import java.nio.file.Path;

/**
 * Checks for one waiting reader whether the path of the journal still refers to the open journal: a directory that was
 * removed, moved or replaced receives no more frames. The first check is after the reader has been at one index for a
 * second, later checks once a second. The reads are counted, so that not every read asks for the time.
 */
final class DirectoryWatch {

    private static final long PERIOD_NS = 1_000_000_000;
    private static final long OFTEN_NS = 1_000_000;
    private static final int MOST_READS = 1024;

    private final JournalTable table;
    private final Path directory;
    private int readsLeft = 1;
    private int reads = 1;
    private long askedNs;
    private long place = Index.NONE;
    private long sinceNs;

    DirectoryWatch(JournalTable table, Path directory) {
        this.table = table;
        this.directory = directory;
    }

    /**
     * Counts a read that returned no frame; returns whether it has checked the directory, so that the caller may do
     * checks of its own.
     *
     * @param index the index of the reader
     * @throws JournalException if the journal was removed, moved or replaced
     */
    boolean foundNothing(long index) {
        return --readsLeft <= 0 && ask(index);
    }

    private boolean ask(long index) {
        long nowNs = System.nanoTime();
        reads = nowNs - askedNs < OFTEN_NS ? Math.min(2 * reads, MOST_READS) : 1;
        readsLeft = reads;
        askedNs = nowNs;
        if (index != place) {
            place = index;
            sinceNs = nowNs;
        } else if (nowNs - sinceNs >= PERIOD_NS) {
            sinceNs = nowNs;
            table.checkDirectory(directory);
            return true;
        }
        return false;
    }
}
