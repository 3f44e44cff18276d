package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The named positions in the table. Processes may make them at the same time: a slot is taken by compare-and-set. */
final class NamedPositions {

    private static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final int BEING_MADE = 2;
    private static final long WAIT_NS = 10_000_000_000L;

    private NamedPositions() {}

    static NamedPosition open(JournalTable table, String name, Access access) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > TableLayout.MAX_NAME_BYTES) {
            throw new JournalException("The name of a position has 1 to " + TableLayout.MAX_NAME_BYTES + " bytes: name="
                    + name + " bytes=" + bytes.length);
        }
        try {
            return findOrMake(table, name, bytes, access);
        } catch (InternalError e) { // a mapped page that is not there any more
            throw JournalTable.gone(TableLayout.POSITIONS_OFFSET, e);
        }
    }

    private static NamedPosition findOrMake(JournalTable table, String name, byte[] bytes, Access access) {
        int found = find(table, name);
        if (found >= 0) {
            return position(table, found, name, access);
        }
        if (access == Access.READ_ONLY) {
            throw new JournalException(
                    "There is no position of this name, and the journal was opened for reading alone: name=" + name
                            + " file=" + table.file());
        }
        return make(table, name, bytes);
    }

    /** Returns where the position of this name is, or -1; others may have been deleted in front of it. */
    private static int find(JournalTable table, String name) {
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            int at = TableLayout.position(slot);
            if (settledState(table, at) == TAKEN && name(table.memory(), at).equals(name)) {
                return at;
            }
        }
        return -1;
    }

    /** Takes the first free slot, unless another process makes the same position meanwhile. */
    private static NamedPosition make(JournalTable table, String name, byte[] bytes) {
        MemorySegment memory = table.memory();
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            int at = TableLayout.position(slot);
            if (Memory.compareAndSetInt(memory, at, FREE, BEING_MADE)) {
                Memory.setIntPlain(memory, at + TableLayout.NAME_LENGTH_OFFSET, bytes.length);
                MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at + TableLayout.NAME_OFFSET, bytes.length);
                memory.asSlice(at + TableLayout.POSITION_RECORD_OFFSET, TableLayout.RECORD_BYTES)
                        .fill((byte) 0); // of one that was deleted
                Memory.setIntRelease(memory, at, TAKEN);
                return position(table, at, name, Access.READ_WRITE);
            }
            if (settledState(table, at) == TAKEN && name(memory, at).equals(name)) {
                return position(table, at, name, Access.READ_WRITE);
            }
        }
        throw new JournalException("No more named positions fit: name=" + name + " limit=" + TableLayout.POSITIONS
                + " file=" + table.file());
    }

    /** Frees the slot of a position; what it held is overwritten by the next that takes it. */
    static void delete(JournalTable table, String name) {
        int at = find(table, name);
        if (at >= 0) {
            Memory.compareAndSetInt(table.memory(), at, TAKEN, FREE);
        }
    }

    /** Returns all positions that there are. */
    static List<NamedPosition> list(JournalTable table) {
        List<NamedPosition> positions = new ArrayList<>();
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            int at = TableLayout.position(slot);
            if (Memory.getIntAcquire(table.memory(), at) == TAKEN) {
                positions.add(position(table, at, name(table.memory(), at), Access.READ_ONLY));
            }
        }
        return positions;
    }

    /** Frees what a process that was killed left half made; only while nobody else has the journal open for writing. */
    static void recover(JournalTable table) {
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            Memory.compareAndSetInt(table.memory(), TableLayout.position(slot), BEING_MADE, FREE);
        }
    }

    /** Waits while another process makes the position in this slot. */
    private static int settledState(JournalTable table, int at) {
        long start = System.nanoTime();
        while (true) {
            int state = Memory.getIntAcquire(table.memory(), at);
            if (state != BEING_MADE) {
                return state;
            }
            if (System.nanoTime() - start > WAIT_NS) {
                throw new JournalException("A position is half made by another process: file=" + table.file()
                        + " offset=" + at + " state=" + state);
            }
            Thread.onSpinWait();
        }
    }

    private static String name(MemorySegment memory, int at) {
        int length = Memory.getIntPlain(memory, at + TableLayout.NAME_LENGTH_OFFSET);
        if (length < 1 || length > TableLayout.MAX_NAME_BYTES) {
            throw new JournalDamagedException("The table has a name of an impossible length: file=" + SegmentName.TABLE
                    + " offset=" + (at + TableLayout.NAME_LENGTH_OFFSET) + " expected=1.." + TableLayout.MAX_NAME_BYTES
                    + " actual=" + length);
        }
        byte[] bytes = memory.asSlice(at + TableLayout.NAME_OFFSET, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static NamedPosition position(JournalTable table, int at, String name, Access access) {
        return new NamedPosition(
                name, new TableRecord(table.memory(), at + TableLayout.POSITION_RECORD_OFFSET, table.probe()), access);
    }
}
