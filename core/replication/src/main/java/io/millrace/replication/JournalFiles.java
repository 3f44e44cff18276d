package io.millrace.replication;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.CopyOrigin;
import io.millrace.journal.Epoch;
import io.millrace.journal.EpochStart;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalRuns;
import io.millrace.journal.Period;
import io.millrace.journal.RunRead;
import io.millrace.journal.SourceTable;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of a member's journal, and its segments open for reading: what a source and a copy have alike. It takes no
 * lock. Links send from the memory that it has mapped, so it stays open when a source becomes a copy or the reverse.
 */
final class JournalFiles implements AutoCloseable {

    private final Path directory;
    private SourceTable table;
    private Journal reader;
    private RunCursors cursors;
    private JournalRuns runs;
    private long endedSegment;
    private long endedAt;

    private JournalFiles(Path directory) {
        this.directory = directory;
    }

    static JournalFiles open(Path directory) {
        JournalFiles files = new JournalFiles(directory);
        files.reopen();
        return files;
    }

    /** Opens the files again after {@link #close}, because others have their names. */
    void reopen() {
        table = SourceTable.open(directory);
        reader = Journal.openReadOnly(directory);
        cursors = new RunCursors(reader);
        runs = reader.runs(OwnerCheck.OFF);
        endedSegment = -1;
    }

    SourceTable table() {
        return table;
    }

    Journal reader() {
        return reader;
    }

    JournalRuns runs() {
        return runs;
    }

    LogOrigin origin() {
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

    /** Returns a boundary as a position: the end mark instead of the start of a segment that has not begun. */
    long position(long boundary) {
        if (Index.position(boundary) != 0) {
            return boundary;
        }
        long segment = Index.segment(boundary);
        return segment == table.origin().firstKept() ? LogPosition.NONE : endMark(segment - 1);
    }

    long start(long segment) {
        find(segment);
        return runs.boundary();
    }

    private void find(long segment) {
        RunRead found = runs.next(Index.of(segment, 0), 0);
        if (!runs.hasSegment()) {
            throw new ReplicationException(
                    "segment does not exist segment=" + segment + " directory=" + directory + " found=" + found);
        }
    }

    /** Returns the end mark of a segment, where {@code end} is the end of the journal. */
    long segmentEnd(long segment, long end) {
        return segment == endedSegment || segment < LogPosition.segment(end) ? endMark(segment) : LogPosition.NONE;
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

    EpochTable epochs(long end) {
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

    void read(long from, long to, int maxBytes, RunSlice slice) {
        cursors.read(from, to, maxBytes, slice);
    }

    /**
     * Returns the beginning of a segment.
     *
     * @param before the position of the end mark of the segment before, or NONE for the first one
     * @param hash the hash of that segment
     */
    SegmentBegin segmentBegin(long segment, long before, long hash) {
        find(segment);
        Epoch epoch = Epoch.FIRST;
        for (EpochStart start : reader.epochs()) {
            epoch = start.segment() <= segment ? start.epoch() : epoch;
        }
        byte[] bytes = runs.prologue().toArray(ValueLayout.JAVA_BYTE);
        return new SegmentBegin(segment, epoch, before, hash, runs.begunMs(), bytes);
    }

    @Override
    public void close() {
        cursors.close();
        runs.close();
        reader.close();
        table.close();
    }
}
