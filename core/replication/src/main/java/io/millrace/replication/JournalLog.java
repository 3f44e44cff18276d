package io.millrace.replication;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalRole;
import io.millrace.journal.Mark;
import io.millrace.journal.Period;
import io.millrace.journal.SourceTable;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;

/**
 * The log of a member in files. As a copy it has the journal open for writing. As the source it only reads the
 * journal, beside the process or the thread that appends, and records role and mark in the table. It takes no lock
 * then, so the appender may come and go.
 *
 * <p>Where appends are refused while copies are missing, and once another member is promoted, a process that appends
 * notices that within about a second. A thread that appends in this process gives its journal to {@link #attach}, and
 * notices it at once.
 *
 * <p>Belongs to one thread at a time, as all logs of members do.
 */
public final class JournalLog implements MemberLog, AutoCloseable {

    private final Path directory;
    private final JournalOptions options;
    private final boolean wentDown;
    private final boolean restored;

    /** Both are null as long as this member has nothing. */
    private JournalFiles files;

    private JournalSide side;

    private int cuts;
    private long mark;
    private long certain;

    private JournalLog(Path directory, JournalOptions options, boolean wentDown, boolean restored) {
        this.directory = directory;
        this.options = options.withOwnerCheck(OwnerCheck.OFF);
        this.wentDown = wentDown;
        this.restored = restored;
    }

    /**
     * Opens the journal of a member, or one that a member is about to have. A source whose machine went down, or whose
     * directory was restored from a backup, is a copy from now on, and the state says so.
     *
     * @param options for new segments, and for whether a copy writes what it gets to the storage device at once
     * @throws JournalLockedException if another object has a copy open for writing
     * @throws JournalException if the journal cannot be opened
     */
    public static JournalLog open(Path directory, JournalOptions options, MemberStore store) {
        if (!Journal.exists(directory)) {
            return new JournalLog(directory, options, false, false);
        }
        MemberState saved = store.read();
        boolean wentDown;
        boolean restored;
        boolean isSource;
        try (SourceTable table = SourceTable.open(directory)) {
            restored = table.role() != JournalRole.ORDINARY && store.isRestored();
            wentDown = restored || (table.role() != JournalRole.ORDINARY && table.wentDown());
            isSource = table.role() == JournalRole.ORDINARY
                    || (table.role() == JournalRole.SOURCE && !wentDown && saved.role() == Role.SOURCE);
            if (!isSource) {
                MemberState copy = asCopy(saved, table, wentDown);
                store.write(restored && copy.configuration() != null ? copy.mistrusted() : copy);
            }
        }
        JournalLog log = new JournalLog(directory, options, wentDown, restored);
        log.openFiles(isSource);
        return log;
    }

    /** Returns the state that must be stored before recovery discards anything. */
    private static MemberState asCopy(MemberState saved, SourceTable table, boolean wentDown) {
        boolean isSynced =
                saved.configuration() != null && saved.configuration().present().level() == Durability.SYNCED;
        MemberState state = table.role() == JournalRole.SOURCE ? saved.withHighestLed(table.highestSegment()) : saved;
        return state.withRole(Role.COPY)
                .withWhole(saved.whole() && (!wentDown || isSynced || saved.configuration() == null));
    }

    private void openFiles(boolean isSource) {
        if (isSource) {
            files = JournalFiles.open(directory);
            side = new SourceJournal(directory, files);
        } else {
            openCopy(CopyWriter.open(directory, options)); // before the files, whose end recovery finds
        }
        Mark recorded = files.table().mark();
        mark = Math.max(LogPosition.NONE, recorded.boundary());
        if (wentDown) {
            mark = Math.min(mark, side.syncedEnd()); // the rest may be lost, or half of a batch
        }
        certain = Math.min(mark, Math.max(LogPosition.NONE, recorded.certain()));
    }

    private void openCopy(CopyWriter writer) {
        try {
            files = JournalFiles.open(directory);
            side = new CopyJournal(writer, options, files);
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private SourceJournal source() {
        if (side instanceof SourceJournal source) {
            return source;
        }
        throw new ReplicationException("the journal is not that of a source directory=" + directory);
    }

    private CopyJournal copy() {
        if (side instanceof CopyJournal copy) {
            return copy;
        }
        throw new ReplicationException("the journal is not that of a copy directory=" + directory);
    }

    /** Makes an ordinary journal the source of copies, before {@link Member#found}. */
    public void becomeSource() {
        source();
        files.table().becomeSource(0);
    }

    /** Takes the journal by which this process appends, while this member is the source. */
    public void attach(Journal journal) {
        source().attach(journal);
    }

    /** Returns whether this process appends. */
    public boolean isAttached() {
        return side instanceof SourceJournal source && source.isAttached();
    }

    @Override
    public LogOrigin origin() {
        return files == null ? null : files.origin();
    }

    @Override
    public boolean wentDown() {
        return wentDown;
    }

    @Override
    public boolean wasRestored() {
        return restored;
    }

    @Override
    public long end() {
        return files == null ? LogPosition.NONE : files.position(side.boundary());
    }

    @Override
    public long syncedEnd() {
        return files == null ? LogPosition.NONE : side.syncedEnd();
    }

    @Override
    public long start(long segment) {
        return files.start(segment);
    }

    @Override
    public long segmentEnd(long segment) {
        return files.segmentEnd(segment, end());
    }

    @Override
    public EpochTable epochs() {
        return files == null ? EpochTable.EMPTY : files.epochs(end());
    }

    @Override
    public long highestLed(int member) {
        long highest = -1;
        for (EpochSpan span : epochs().spans()) {
            if (span.epoch().leader() == member) {
                highest = LogPosition.segment(span.end());
            }
        }
        return highest;
    }

    @Override
    public long hash(long position) {
        return checked(() -> side.hash(position));
    }

    private interface Step {
        long run();
    }

    /** Runs a step whose failure ends a link. */
    private static long checked(Step step) {
        try {
            return step.run();
        } catch (ReplicationException e) {
            throw e;
        } catch (JournalException e) {
            throw new ReplicationException(e.getMessage(), e);
        }
    }

    private static void run(Runnable step) {
        checked(() -> {
            step.run();
            return 0;
        });
    }

    @Override
    public long mark() {
        return mark;
    }

    @Override
    public long certain() {
        return certain;
    }

    @Override
    public void setMark(long newMark, long newCertain) {
        mark = Math.max(mark, newMark);
        certain = Math.max(certain, newCertain);
        if (files != null && mark != LogPosition.NONE) {
            side.raiseMark(new Mark(mark, Math.min(mark, certain)));
        }
    }

    @Override
    public void read(long from, long to, int maxBytes, RunSlice slice) {
        run(() -> files.read(from, to, maxBytes, slice));
    }

    @Override
    public SegmentBegin segmentBegin(long segment) {
        side.announce(segment);
        long before = segment == files.table().origin().firstKept() ? LogPosition.NONE : segmentEnd(segment - 1);
        return files.segmentBegin(segment, before, before == LogPosition.NONE ? 0 : hash(before));
    }

    @Override
    public void begin(LogOrigin origin) {
        if (files == null) {
            openCopy(CopyWriter.create(directory, CopyJournal.copyOrigin(origin), options));
        } else {
            copy().beginAt(origin);
        }
    }

    @Override
    public void begin(SegmentBegin segment) {
        run(() -> copy().begin(segment));
    }

    @Override
    public void write(long position, MemorySegment frames, RunEnd end, long timeMs) {
        run(() -> copy().write(position, frames, end, timeMs));
    }

    @Override
    public void setPeriod(long number, long opening) {
        run(() -> copy().setPeriod(new Period(number, opening)));
    }

    @Override
    public void removeBefore(long firstKept, long removedFrames) {
        copy().removeBefore(firstKept, removedFrames);
    }

    @Override
    public void dropRun() {
        copy().dropRun();
    }

    @Override
    public void force() {
        side.force();
    }

    /**
     * Returns a force of everything published, which one other thread may run while this log is used; null where the
     * storage device has everything.
     */
    public Forcing forcing() {
        Forcing forcing = side == null ? null : side.forcing();
        return forcing == null ? null : new OfRole(forcing, side, cuts);
    }

    /** Ends as a force of the present role and files, or without effect. */
    private final class OfRole implements Forcing {
        private final Forcing forcing;
        private final JournalSide role;
        private final int cutsBefore;

        OfRole(Forcing forcing, JournalSide role, int cutsBefore) {
            this.forcing = forcing;
            this.role = role;
            this.cutsBefore = cutsBefore;
        }

        @Override
        public void run() {
            forcing.run();
        }

        @Override
        public void done() {
            if (side == role && cuts == cutsBefore) {
                forcing.done();
            }
        }
    }

    @Override
    public void cut(long position) {
        cuts++;
        try {
            copy().cut(position);
        } catch (JournalException e) {
            reopen(e); // the writer may have closed
            throw new ReplicationException(e.getMessage(), e);
        }
        mark = Math.min(mark, position);
        certain = Math.min(certain, position);
    }

    private void reopen(JournalException cause) {
        try {
            side.close();
            files.close();
            openCopy(CopyWriter.open(directory, options));
        } catch (JournalException e) {
            cause.addSuppressed(e); // each further call fails, until the member is opened again
        }
    }

    @Override
    public void reserve(long above) {
        run(() -> copy().reserve(above));
    }

    @Override
    public void releaseReserved(long above) {
        run(() -> copy().releaseReserved(above));
    }

    @Override
    public void promote(Epoch epoch, long above) {
        side = copy().promote(directory, epoch, above);
    }

    @Override
    public void fence(Epoch epoch) {
        side = source().fence(epoch, options);
    }

    @Override
    public void maintain(Map<String, Long> copies) {
        if (side != null) {
            side.maintain(copies);
        }
    }

    @Override
    public void admit(Appending value) {
        source().admit(value);
    }

    /** Closes the files; a journal that was attached stays open. */
    @Override
    public void close() {
        if (files != null) {
            side.close();
            files.close();
            side = null;
            files = null;
        }
    }
}
