package io.millrace.journal;

import java.nio.file.Path;

/**
 * Sees for one reader that waits whether the name of the journal still leads to the one that it has open: in a
 * directory that was removed, moved or replaced nothing comes any more. It looks once the reader has stood at one place
 * for a second, and once a second from then on; so as not to ask for the time at each read, it counts them.
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
     * Told of each read that hands out nothing; returns whether it has looked, so that others may do so too.
     *
     * @param index where the reader stands
     * @throws JournalException if the journal is not there any more
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
