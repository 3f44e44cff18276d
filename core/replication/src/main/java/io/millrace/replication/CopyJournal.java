package io.millrace.replication;

import io.millrace.journal.CopyForce;
import io.millrace.journal.CopyOrigin;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Mark;
import io.millrace.journal.Period;
import io.millrace.memory.MemoryException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;

/** The journal of a copy, open for writing: nothing else writes it. */
final class CopyJournal implements JournalSide {

    private final CopyWriter writer;
    private final JournalOptions options;
    private final JournalFiles files;
    private FollowedRemoval removal;
    private final MemorySegment prologue = Arena.ofAuto().allocate(SegmentBegin.LONGEST_PROLOGUE, Long.BYTES);

    CopyJournal(CopyWriter writer, JournalOptions options, JournalFiles files) {
        this.writer = writer;
        this.options = options;
        this.files = files;
    }

    /** Opens the journal of a copy, or of a source that becomes one. */
    static CopyJournal open(Path directory, JournalOptions options, JournalFiles files) {
        return new CopyJournal(CopyWriter.open(directory, options), options, files);
    }

    /** Lets a copy without segments begin at another one. */
    void beginAt(LogOrigin origin) {
        writer.beginAt(copyOrigin(origin));
    }

    static CopyOrigin copyOrigin(LogOrigin origin) {
        return new CopyOrigin(origin.id(), origin.createdMs(), origin.firstKept(), origin.removedFrames());
    }

    @Override
    public long boundary() {
        return writer.end();
    }

    @Override
    public long syncedEnd() {
        return Math.min(writer.syncedEnd(), files.position(boundary()));
    }

    @Override
    public long hash(long position) {
        return writer.hash(position);
    }

    /** Returns at once: a copy names no segment that its source has not made durable. */
    @Override
    public void announce(long segment) {}

    @Override
    public void raiseMark(Mark mark) {
        writer.setMark(mark);
    }

    void begin(SegmentBegin segment) {
        if (Index.position(boundary()) != 0) {
            writer.endSegment(Math.max(1, segment.begunMs()));
        }
        byte[] bytes = segment.prologue();
        MemorySegment part = prologue.asSlice(0, bytes.length);
        MemorySegment.copy(bytes, 0, part, ValueLayout.JAVA_BYTE, 0, bytes.length);
        writer.beginSegment(part, segment.begunMs());
    }

    void write(long position, MemorySegment frames, RunEnd end, long timeMs) {
        boolean ends = end == RunEnd.ENDS;
        writer.write(
                position,
                frames,
                ends ? io.millrace.journal.RunEnd.ENDS : io.millrace.journal.RunEnd.CONTINUES,
                timeMs);
        if (ends && options.durability() == Durability.SYNCED) {
            force();
        }
    }

    /** Puts a period of the source in force, whose opening is on the storage device then. */
    void setPeriod(Period period) {
        Period present = files.reader().period().orElse(null);
        if (present == null || present.opening() < period.opening()) {
            writer.force();
            writer.setPeriod(period);
        }
    }

    /**
     * Notes that segments are not needed any more. What makes them needless is held, and must be on the storage device
     * before they are removed: a loss of power may not take both.
     */
    void removeBefore(long firstKept, long removedFrames) {
        removal = new FollowedRemoval(firstKept, removedFrames, boundary());
    }

    void dropRun() {
        writer.dropRun();
    }

    @Override
    public void force() {
        writer.force();
    }

    @Override
    public Forcing forcing() {
        CopyForce force = writer.forcing();
        return force == null ? null : new CopyForcing(force);
    }

    /** Keeps what the device says until the thread of the log asks. */
    private static final class CopyForcing implements Forcing {
        private final CopyForce force;
        private JournalException failure;

        CopyForcing(CopyForce force) {
            this.force = force;
        }

        @Override
        public void run() {
            try {
                force.run();
            } catch (JournalException e) {
                failure = e;
            } catch (MemoryException | InternalError e) { // a page that the device could not take
                failure = new JournalException("cannot sync frames reason=" + e.getMessage(), e);
            }
        }

        @Override
        public void done() {
            if (failure == null) {
                force.done();
            } else if (!force.isRemoved()) {
                throw new ReplicationException(failure.getMessage(), failure);
            }
        }
    }

    /** Sets aside what follows a position; the files have other names and content then. */
    void cut(long position) {
        dropRemoval();
        files.close();
        try {
            writer.cut(position == LogPosition.NONE ? Index.of(writer.firstKept(), 0) : position);
        } finally {
            files.reopen();
        }
    }

    void reserve(long above) {
        writer.reserve(above + 1);
    }

    void releaseReserved(long above) {
        writer.releaseReserved(above + 1);
    }

    /** Begins an epoch, and returns the journal as that of its source. */
    SourceJournal promote(Path directory, Epoch epoch, long above) {
        dropRemoval();
        writer.promote(epoch, above + 1);
        return new SourceJournal(directory, files);
    }

    /** Applies the retention of the options, and removes what the source has removed. */
    @Override
    public void maintain(Map<String, Long> copies) {
        if (removal != null && removal.isDone(writer)) {
            removal = null;
        }
        if (!options.retention().keepsAll() && files.position(boundary()) != LogPosition.NONE) {
            writer.retain(files.reader(), options.retention());
        }
    }

    /** Forgets what is to be removed; the source says it again when this copy joins. */
    private void dropRemoval() {
        if (removal != null) {
            removal.close();
            removal = null;
        }
    }

    @Override
    public void close() {
        dropRemoval();
        writer.close();
    }
}
