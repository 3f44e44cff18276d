package io.millrace.replication;

import io.millrace.journal.Epoch;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Mark;
import io.millrace.journal.RunRead;
import io.millrace.memory.Directories;
import io.millrace.memory.MemoryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * The journal of a source, which a thread of this or another process appends to. It is only read here, and the mark
 * recorded, without a lock.
 */
final class SourceJournal implements JournalSide {

    private final Path directory;
    private final JournalFiles files;
    private Journal appending;
    private long forced = LogPosition.NONE;
    private long announced = -1;
    private long syncedIndex = Index.NONE;
    private long syncedEnd = LogPosition.NONE;

    SourceJournal(Path directory, JournalFiles files) {
        this.directory = directory;
        this.files = files;
    }

    /** Takes the journal by which this process appends. */
    void attach(Journal journal) {
        if (!journal.id().equals(files.reader().id())) {
            throw new ReplicationException("only the journal of a source can be attached directory=" + directory
                    + " attached=" + journal.directory());
        }
        appending = journal;
        appending.followReplication();
    }

    boolean isAttached() {
        return appending != null;
    }

    @Override
    public long boundary() {
        return files.runs().end();
    }

    @Override
    public long syncedEnd() {
        long index = files.reader().syncedIndex();
        if (index != syncedIndex && index != Index.NONE) {
            boolean isThere = files.runs().next(index, 0) == RunRead.FRAMES;
            syncedEnd = isThere ? index + (files.runs().length() >>> 3) : LogPosition.NONE;
            syncedIndex = index;
        }
        return Math.max(forced, syncedEnd);
    }

    @Override
    public long hash(long position) {
        return files.runs().hash(position);
    }

    /**
     * Sees to it that a segment still exists after a loss of power: its number must not be used again, as soon as
     * another member knows of its frames.
     */
    @Override
    public void announce(long segment) {
        if (segment <= announced) {
            return;
        }
        files.start(segment);
        try {
            files.runs().prologue().force(); // not the frames: a segment of which much is unwritten would take long
        } catch (UncheckedIOException e) {
            throw new ReplicationException(
                    "cannot force a segment directory=" + directory + " segment=" + segment + " reason="
                            + ErrorReason.of(e.getCause()),
                    e);
        }
        Directories.force(directory);
        announced = segment;
    }

    @Override
    public void raiseMark(Mark mark) {
        if (appending != null) {
            appending.raiseMark(mark); // wakes those who wait in this process
        } else {
            files.table().raiseMark(mark);
        }
    }

    @Override
    public void force() {
        Forcing forcing = forcing();
        if (forcing != null) {
            forcing.run();
            forcing.done();
        }
    }

    @Override
    public Forcing forcing() {
        long end = files.position(boundary());
        long kept = files.table().origin().firstKept(); // retention may have removed the segment that was forced last
        long first = forced == LogPosition.NONE ? kept : Math.max(kept, LogPosition.segment(forced));
        return end == LogPosition.NONE || end == forced ? null : new SourceForcing(first, end);
    }

    /** Forces files by their names; an appender of any process continues meanwhile. */
    private final class SourceForcing implements Forcing {
        private final long end;

        /** The segment that is forced, or has failed. */
        private long segment;

        private ReplicationException failure;

        SourceForcing(long first, long end) {
            this.segment = first;
            this.end = end;
        }

        @Override
        public void run() {
            try {
                for (; segment <= LogPosition.segment(end); segment++) {
                    forceFile();
                }
                Directories.force(directory);
            } catch (ReplicationException e) {
                failure = e;
            } catch (MemoryException e) {
                failure = new ReplicationException(e.getMessage(), e);
            }
        }

        private void forceFile() {
            String digits = Long.toString(segment);
            Path file = directory.resolve("0".repeat(Math.max(0, 8 - digits.length())) + digits + ".segment");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.force(false);
            } catch (IOException e) {
                throw new ReplicationException(
                        "cannot force a segment file=" + file + " reason=" + ErrorReason.of(e), e);
            }
        }

        @Override
        public void done() {
            if (failure == null) {
                forced = Math.max(forced, end);
            } else if (segment >= files.table().origin().firstKept()) { // else retention has removed it meanwhile
                throw failure;
            }
        }
    }

    /** Lets retention, which the process that appends applies, keep what the copies lack. */
    @Override
    public void maintain(Map<String, Long> copies) {
        files.table().keepFor(files.reader(), copies);
    }

    /** Tells the process that appends, whichever that is. */
    void admit(Appending value) {
        switch (value) {
            case ALLOWED -> files.table().freeAppends();
            case GUARDED -> files.table().admitAppends();
            case REFUSED -> files.table().refuseAppends();
        }
        if (appending != null) {
            appending.followReplication();
        }
    }

    /** Ends appending, in whatever process, and returns the journal as that of a copy. */
    CopyJournal fence(Epoch epoch, JournalOptions options) {
        if (appending != null) {
            appending.fence(epoch);
            appending.close();
            appending = null;
        }
        try {
            return CopyJournal.open(directory, options, files);
        } catch (JournalLockedException _) { // another process appends: it must not any more
            files.table().takeOver(epoch);
            return CopyJournal.open(directory, options, files);
        }
    }

    /** Leaves a journal that was attached open. */
    @Override
    public void close() {}
}
