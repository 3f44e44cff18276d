package io.millrace.journal;

import io.millrace.memory.BootId;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;

/** Reads and checks the table of a journal, if there is one; the copy stays valid until this is closed. */
final class TableScan implements AutoCloseable {

    private final Path file;
    private final Arena arena = Arena.ofConfined();
    private final JournalTable table;
    private final long synced;
    private final boolean machineRestarted;
    private final NavigableSet<Long> marks = new TreeSet<>();

    /**
     * Reads the table.
     *
     * @throws JournalVersionException if it has an unknown format version
     */
    TableScan(Path directory, Findings findings) {
        this.file = directory.resolve(SegmentName.TABLE);
        this.table = load(findings);
        this.synced = table == null ? Index.NONE : table.recordedSynced();
        UUID boot = BootId.current();
        this.machineRestarted = table != null && (!boot.equals(table.boot()) || boot.equals(new UUID(0, 0)));
        if (table != null) {
            records(findings);
        }
    }

    private JournalTable load(Findings findings) {
        if (!Files.exists(file)) {
            findings.add(FindingKind.TABLE, file, 0, Index.NONE, "the table is missing");
            return null;
        }
        try (ImageReader reader = new ImageReader()) {
            checkSize(findings);
            MemorySegment copy = arena.allocate(TableLayout.SIZE_BYTES, Long.BYTES)
                    .copyFrom(reader.read(file, TableLayout.SIZE_BYTES, findings));
            JournalTable read = JournalTable.ofCopy(file, copy);
            for (int at : List.of(TableLayout.PROLOGUE_A_OFFSET, TableLayout.PROLOGUE_B_OFFSET)) {
                if (!read.isPrologueWhole(at)) {
                    findings.add(FindingKind.TABLE, file, at, Index.NONE, "a copy of the prologue is damaged");
                }
            }
            return read;
        } catch (JournalDamagedException e) {
            findings.add(FindingKind.TABLE, file, 0, Index.NONE, e.getMessage());
            return null;
        }
    }

    private void checkSize(Findings findings) {
        long sizeBytes;
        try {
            sizeBytes = Files.size(file);
        } catch (IOException e) {
            throw new JournalException("cannot read file=" + file + " reason=" + e, e);
        }
        if (sizeBytes < TableLayout.SIZE_BYTES) {
            findings.add(FindingKind.TABLE, file, sizeBytes, Index.NONE, JournalTable.truncated(file, sizeBytes));
        }
    }

    private void records(Findings findings) {
        record("boot", TableLayout.BOOT_OFFSET, findings);
        if (new TableRecord(table.memory(), TableLayout.BOOT_OFFSET).state() == TableRecord.State.NEVER_WRITTEN) {
            findings.add(
                    FindingKind.ACCELERATOR, file, TableLayout.BOOT_OFFSET, Index.NONE, "no machine run is recorded");
        }
        record("first kept", TableLayout.FIRST_KEPT_OFFSET, findings);
        record("period", TableLayout.PERIOD_OFFSET, findings);
        record("role", TableLayout.ROLE_OFFSET, findings);
        record("mark", TableLayout.MARK_OFFSET, findings);
        record("appends", TableLayout.APPENDS_OFFSET, findings);
        Periods.present(table).ifPresent(period -> marks.add(period.opening()));
        for (int slot = 0; slot < OwnershipLock.WRITERS; slot++) {
            record("synced", TableLayout.writer(slot) + TableLayout.WRITER_SYNCED_OFFSET, findings);
        }
        long seen = table.syncedAcquire();
        if (seen > synced) {
            findings.add(
                    FindingKind.TABLE,
                    file,
                    TableLayout.SYNCED_OFFSET,
                    seen,
                    "synced index is greater than its records recorded=" + Index.toText(synced));
        }
        if (seen < synced) {
            findings.add(
                    FindingKind.ACCELERATOR,
                    file,
                    TableLayout.SYNCED_OFFSET,
                    seen,
                    "synced index is less than its records recorded=" + Index.toText(synced));
        }
        if (synced != Index.NONE) {
            marks.add(synced);
        }
        positions(findings);
    }

    private void positions(Findings findings) {
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            int at = TableLayout.position(slot);
            int state = Memory.getIntAcquire(table.memory(), at);
            boolean used = new TableRecord(table.memory(), at + TableLayout.POSITION_RECORD_OFFSET).state()
                    != TableRecord.State.NEVER_WRITTEN;
            if (!NamedPositions.isState(state) || (used && !NamedPositions.isTaken(state))) {
                findings.add(FindingKind.TABLE, file, at, Index.NONE, "invalid state of named position state=" + state);
            }
        }
        try {
            for (NamedPosition position : NamedPositions.list(table)) {
                record("position " + position.name(), position.record().offset(), findings);
                if (position.get() != Index.NONE) {
                    marks.add(position.get());
                }
            }
        } catch (JournalDamagedException e) {
            findings.add(FindingKind.TABLE, file, TableLayout.POSITIONS_OFFSET, Index.NONE, e.getMessage());
        }
    }

    private void record(String what, int offset, Findings findings) {
        TableRecord.State state = new TableRecord(table.memory(), offset).state();
        if (state == TableRecord.State.LOST) {
            findings.add(FindingKind.TABLE, file, offset, Index.NONE, "both copies are damaged record=" + what);
        } else if (state == TableRecord.State.ONE_COPY) {
            findings.add(FindingKind.ONE_COPY, file, offset, Index.NONE, "record=" + what);
        }
    }

    /** Returns the table, or null where it is missing or its prologue is lost. */
    JournalTable table() {
        return table;
    }

    /** Returns the number of the first segment that retention has kept, or -1 if it is not known. */
    long firstKept() {
        return table == null || table.removed().state() == TableRecord.State.LOST ? -1 : table.firstKept();
    }

    long synced() {
        return synced;
    }

    /** Returns whether the machine went down since the journal was last opened for writing. */
    boolean machineRestarted() {
        return machineRestarted;
    }

    /** Returns the indexes that the table names. */
    NavigableSet<Long> marks() {
        return marks;
    }

    /** Returns the indexes with the number of a segment that the table names, whatever their leader. */
    NavigableSet<Long> marksOf(long number) {
        return marks.subSet(Index.of(number, 0), true, Index.endOf(number), true);
    }

    /** Returns the positions in one segment that the table names. */
    NavigableSet<Integer> marks(SegmentFile segment) {
        NavigableSet<Integer> positions = new TreeSet<>();
        for (long index : marksOf(segment.number)) {
            if (segment.covers(index)) {
                positions.add((int) Index.position(index));
            }
        }
        return positions;
    }

    @Override
    public void close() {
        arena.close();
    }
}
