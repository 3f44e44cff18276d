package io.millrace.replication;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.CopyOrigin;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.EpochStart;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalRole;
import io.millrace.journal.JournalRuns;
import io.millrace.journal.Mark;
import io.millrace.journal.Period;
import io.millrace.journal.RunRead;
import io.millrace.journal.SourceTable;
import io.millrace.memory.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The log of a member in files. As a copy it has the journal open for writing. As the source it only reads the
 * journal, beside the process or the thread that appends, and records role and mark in the table. It takes no lock
 * then, so the appender may come and go.
 *
 * <p>A thread that appends in this process gives its journal to {@link #attach}: then appends are refused while copies
 * are missing, and once another member is promoted. Appends of another process cannot be refused while copies are
 * missing; once another member is promoted, that process loses the right to append within about a second.
 *
 * <p>Belongs to one thread at a time, as all logs of members do.
 */
public final class JournalLog implements MemberLog, AutoCloseable {

    private final Path directory;
    private final JournalOptions options;
    private final boolean wentDown;
    private final MemorySegment prologue = Arena.ofAuto().allocate(SegmentBegin.LONGEST_PROLOGUE, Long.BYTES);

    /** Open unless this member is the source, or has nothing yet. */
    private CopyWriter copy;

    /** These are null as long as this member has nothing. */
    private SourceTable table;

    private Journal reader;
    private RunCursors cursors;
    private JournalRuns runs;

    private Journal appending;
    private LogOrigin begun;
    private long mark;
    private long certain;
    private long forced;
    private long namedSegment = -1;
    private long endedSegment = -1;
    private long endedAt;
    private long syncedIndex = Index.NONE;
    private long syncedEnd;

    private JournalLog(Path directory, JournalOptions options, boolean wentDown) {
        this.directory = directory;
        this.options = options.withOwnerCheck(OwnerCheck.OFF);
        this.wentDown = wentDown;
    }

    /**
     * Opens the journal of a member, or one that a member is about to have. A source whose machine went down is a copy
     * from now on, and the state says so.
     *
     * @param options for new segments, and for whether a copy writes what it gets to the storage device at once
     * @throws JournalLockedException if another object has a copy open for writing
     * @throws JournalException if the journal cannot be opened
     */
    public static JournalLog open(Path directory, JournalOptions options, MemberStore store) {
        if (!Journal.exists(directory)) {
            return new JournalLog(directory, options, false);
        }
        MemberState saved = store.read();
        try (SourceTable table = SourceTable.open(directory)) {
            boolean wentDown = table.role() != JournalRole.ORDINARY && table.wentDown();
            boolean isSource = table.role() == JournalRole.ORDINARY
                    || (table.role() == JournalRole.SOURCE && !wentDown && saved.role() == Role.SOURCE);
            if (!isSource) {
                store.write(asCopy(saved, table, wentDown));
            }
            JournalLog log = new JournalLog(directory, options, wentDown);
            log.openFiles(isSource);
            return log;
        }
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
        if (!isSource) {
            copy = CopyWriter.open(directory, options);
        }
        table = SourceTable.open(directory);
        openReader();
        Mark recorded = table.mark();
        mark = Math.max(LogPosition.NONE, recorded.boundary());
        if (wentDown) {
            mark = Math.min(mark, copy.syncedEnd()); // the rest may be lost, or half of a batch
        }
        certain = recorded.quality() == Mark.Quality.AS_ASKED ? mark : LogPosition.NONE;
    }

    private void openReader() {
        reader = Journal.openReadOnly(directory);
        cursors = new RunCursors(reader);
        runs = reader.runs(OwnerCheck.OFF);
        endedSegment = -1;
        syncedIndex = Index.NONE;
    }

    private void closeReader() {
        if (reader != null) {
            cursors.close();
            runs.close();
            reader.close();
            reader = null;
        }
    }

    /** Makes an ordinary journal the source of copies, before {@link Member#found}. */
    public void becomeSource() {
        if (table == null || copy != null) {
            throw new ReplicationException("only an ordinary journal can become a source directory=" + directory);
        }
        table.becomeSource(0);
    }

    /** Takes the journal by which this process appends, while this member is the source. */
    public void attach(Journal journal) {
        if (copy != null || !journal.id().equals(reader.id())) {
            throw new ReplicationException("only the journal of a source can be attached directory=" + directory
                    + " attached=" + journal.directory());
        }
        appending = journal;
    }

    /** Returns whether this process appends. */
    public boolean isAttached() {
        return appending != null;
    }

    @Override
    public LogOrigin origin() {
        if (table == null) {
            return null;
        }
        CopyOrigin origin = table.origin();
        Period period = reader.period().orElse(null);
        return new LogOrigin(
                origin.id(),
                origin.createdMs(),
                origin.firstKept(),
                origin.removedFrames(),
                period == null ? 0 : period.opening(),
                period == null ? 0 : period.number());
    }

    @Override
    public boolean wentDown() {
        return wentDown;
    }

    @Override
    public long end() {
        if (table == null) {
            return LogPosition.NONE;
        }
        long boundary = copy == null ? runs.end() : copy.end();
        if (Index.position(boundary) != 0) {
            return boundary;
        }
        long segment = Index.segment(boundary);
        if (segment == table.origin().firstKept()) {
            return LogPosition.NONE;
        }
        return endMark(segment - 1);
    }

    @Override
    public long syncedEnd() {
        if (table == null) {
            return LogPosition.NONE;
        }
        if (copy != null) {
            return Math.min(copy.syncedEnd(), end());
        }
        long index = reader.syncedIndex();
        if (index != syncedIndex && index != Index.NONE) {
            boolean isThere = runs.next(index, 0) == RunRead.FRAMES;
            syncedEnd = isThere ? index + (runs.length() >>> 3) : LogPosition.NONE;
            syncedIndex = index;
        }
        return Math.max(forced, syncedEnd);
    }

    private void find(long segment) {
        RunRead found = runs.next(Index.of(segment, 0), 0);
        if (!runs.hasSegment()) {
            throw new ReplicationException(
                    "segment does not exist segment=" + segment + " directory=" + directory + " found=" + found);
        }
    }

    @Override
    public long start(long segment) {
        find(segment);
        return runs.boundary();
    }

    @Override
    public long segmentEnd(long segment) {
        if (segment == endedSegment) {
            return endedAt;
        }
        long boundary = end();
        if (segment >= LogPosition.segment(boundary)) {
            return LogPosition.NONE;
        }
        return endMark(segment);
    }

    private long endMark(long segment) {
        if (segment != endedSegment) {
            long index = runs.endMark(segment);
            if (index == Index.NONE) {
                return LogPosition.NONE;
            }
            endedAt = index;
            endedSegment = segment;
        }
        return endedAt;
    }

    @Override
    public EpochTable epochs() {
        if (table == null) {
            return EpochTable.EMPTY;
        }
        long end = end();
        List<EpochStart> starts = reader.epochs();
        List<EpochSpan> spans = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            boolean isLast = i == starts.size() - 1;
            EpochStart start = starts.get(i);
            long until = isLast ? end : endMark(starts.get(i + 1).segment() - 1);
            spans.add(new EpochSpan(start.segment(), start.epoch(), until));
        }
        return new EpochTable(spans);
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
        return checked(() -> copy == null ? runs.hash(position) : copy.hash(position));
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
        if (table == null || mark == LogPosition.NONE) {
            return;
        }
        Mark next = new Mark(mark, certain >= mark ? Mark.Quality.AS_ASKED : Mark.Quality.DEGRADED);
        if (appending != null) {
            appending.raiseMark(next);
        } else {
            table.raiseMark(next);
        }
    }

    @Override
    public void read(long from, long to, int maxBytes, RunSlice slice) {
        checked(() -> {
            cursors.read(from, to, maxBytes, slice);
            return 0;
        });
    }

    @Override
    public SegmentBegin segmentBegin(long segment) {
        if (copy == null && segment > namedSegment) {
            forceName(segment);
        }
        boolean isFirst = segment == table.origin().firstKept();
        long before = isFirst ? LogPosition.NONE : endMark(segment - 1);
        long hash = isFirst ? 0 : hash(before);
        find(segment);
        Epoch epoch = Epoch.FIRST;
        for (EpochStart start : reader.epochs()) {
            epoch = start.segment() <= segment ? start.epoch() : epoch;
        }
        byte[] bytes = runs.prologue().toArray(ValueLayout.JAVA_BYTE);
        return new SegmentBegin(segment, epoch, before, hash, runs.begunMs(), bytes);
    }

    /**
     * Sees to it that a segment of the source still exists after a loss of power: its number must not be used again, as
     * soon as another member knows of its frames.
     */
    private void forceName(long segment) {
        find(segment);
        try {
            runs.prologue().force(); // not the frames: a segment of which much is unwritten would take long
        } catch (UncheckedIOException e) {
            throw new ReplicationException(
                    "cannot force a segment directory=" + directory + " segment=" + segment + " reason=" + e.getCause(),
                    e);
        }
        Directories.force(directory);
        namedSegment = segment;
    }

    private void forceFile(long segment) {
        String digits = Long.toString(segment);
        Path file = directory.resolve("0".repeat(Math.max(0, 8 - digits.length())) + digits + ".segment");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(false);
        } catch (IOException e) {
            throw new ReplicationException("cannot force a segment file=" + file + " reason=" + e, e);
        }
    }

    @Override
    public void begin(LogOrigin origin) {
        CopyOrigin copied = new CopyOrigin(origin.id(), origin.createdMs(), origin.firstKept(), origin.removedFrames());
        if (table == null) {
            copy = CopyWriter.create(directory, copied, options);
            table = SourceTable.open(directory);
            openReader();
        } else {
            copy.beginAt(copied);
        }
        begun = origin.periodNumber() == 0 ? null : origin;
    }

    @Override
    public void begin(SegmentBegin segment) {
        checked(() -> {
            if (Index.position(copy.end()) != 0) {
                copy.endSegment(Math.max(1, segment.begunMs()));
            }
            byte[] bytes = segment.prologue();
            MemorySegment part = prologue.asSlice(0, bytes.length);
            MemorySegment.copy(bytes, 0, part, ValueLayout.JAVA_BYTE, 0, bytes.length);
            copy.beginSegment(part, segment.begunMs());
            return 0;
        });
    }

    @Override
    public void write(long position, MemorySegment frames, RunEnd end, long timeMs) {
        checked(() -> {
            boolean ends = end == RunEnd.ENDS;
            copy.write(
                    position,
                    frames,
                    ends ? io.millrace.journal.RunEnd.ENDS : io.millrace.journal.RunEnd.CONTINUES,
                    timeMs);
            if (ends && options.durability() == Durability.SYNCED) {
                force();
            }
            if (begun != null && begun.periodIndex() < copy.end()) {
                copy.setPeriod(new Period(begun.periodNumber(), begun.periodIndex()));
                begun = null;
            }
            return 0;
        });
    }

    @Override
    public void dropRun() {
        if (copy != null) {
            copy.dropRun();
        }
    }

    @Override
    public void force() {
        if (copy != null) {
            copy.force();
            return;
        }
        long end = end();
        long from = forced == LogPosition.NONE ? table.origin().firstKept() : LogPosition.segment(forced);
        for (long segment = from; segment <= LogPosition.segment(end); segment++) {
            forceFile(segment);
        }
        Directories.force(directory);
        forced = end;
    }

    @Override
    public void cut(long position) {
        closeReader();
        table.close();
        try {
            copy.cut(position == LogPosition.NONE ? Index.of(copy.firstKept(), 0) : position);
        } finally {
            table = SourceTable.open(directory);
            openReader();
        }
        mark = Math.min(mark, position);
        certain = Math.min(certain, position);
    }

    @Override
    public void promote(Epoch epoch, long above) {
        copy.promote(epoch, above + 1);
        copy = null;
        forced = LogPosition.NONE;
    }

    @Override
    public void fence(Epoch epoch) {
        if (appending != null) {
            appending.fence(epoch);
            appending.close();
            appending = null;
        }
        try {
            copy = CopyWriter.open(directory, options);
        } catch (JournalLockedException _) { // another process appends: it must not any more
            table.takeOver();
            copy = CopyWriter.open(directory, options);
        }
    }

    /** Applies the retention of the options to a copy; the process that appends does that for a source. */
    @Override
    public void maintain(Map<String, Long> copies) {
        if (table == null) {
            return;
        }
        if (copy == null) {
            table.keepFor(reader, copies);
        } else if (!options.retention().keepsAll() && end() != LogPosition.NONE) {
            copy.retain(reader, options.retention());
        }
    }

    @Override
    public void admit(Appending value) {
        if (appending == null) {
            return;
        }
        if (value == Appending.REFUSED) {
            appending.refuseAppends("too few copies are connected");
        } else {
            appending.admitAppends();
        }
    }

    /** Closes the files; a journal that was attached stays open. */
    @Override
    public void close() {
        closeReader();
        if (copy != null) {
            copy.close();
        }
        if (table != null) {
            table.close();
        }
    }
}
