package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * The named positions in the table. Processes may create them at the same time: a slot is claimed by compare-and-set,
 * and states its creator meanwhile. Other processes wait for the creator, since it may create the position that they
 * are about to create, and free the slot of a creator that was killed. A living creator that stays silent may still
 * write there: its slot is unused until the next recovery, and its own compare-and-set at the end fails, so it starts
 * again.
 */
final class NamedPositions {

    private static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final int BEING_MADE = 2;
    private static final int STATE_MASK = 0xff;

    /** Abandoned by its creator. */
    private static final int GIVEN_UP = BEING_MADE;

    private static final long LOOK_NS = 100_000;

    private NamedPositions() {}

    /**
     * The creator of positions: a writer of the journal.
     *
     * @param slot the slot of the writer
     * @param epoch the epoch in which it took the slot
     * @param isAlive whether the writer that has a slot is alive
     * @param fenceAfterNs how long to wait for a writer that is alive and silent
     */
    record Maker(int slot, int epoch, IntPredicate isAlive, long fenceAfterNs) {

        /** The creator where there is no other. */
        static final Maker ALONE = new Maker(0, 0, _ -> true, 0);

        /** Returns the state of a slot in which this creator works. */
        int state() {
            return epoch << 16 | (slot + 1) << 8 | BEING_MADE;
        }

        /** Returns whether no creator will complete the position of a slot with this state. */
        boolean isAbandoned(int state, JournalTable table) {
            int writer = (state >>> 8 & 0xff) - 1;
            return state != state() && (!isAlive.test(writer) || table.epoch(writer) != state >>> 16);
        }
    }

    /** Finds a position without creating it. */
    static NamedPosition existing(JournalTable table, String name, Access access) {
        try {
            int found = find(table, name);
            if (found < 0) {
                throw new JournalException(
                        "named position does not exist and is not created here name=" + name + " file=" + table.file());
            }
            return position(table, found, name, access);
        } catch (InternalError e) { // a mapped page that is not there any more
            throw JournalTable.gone(TableLayout.POSITIONS_OFFSET, e);
        }
    }

    /** Finds a position or creates it. */
    static NamedPosition open(JournalTable table, String name, Maker maker) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > TableLayout.MAX_NAME_BYTES) {
            throw new JournalException("name of a position must have 1 to " + TableLayout.MAX_NAME_BYTES
                    + " bytes name=" + name + " bytes=" + bytes.length);
        }
        try {
            while (true) {
                int found = find(table, name, at -> settledState(table, at, maker));
                int at = found >= 0 ? found : make(table, name, bytes, maker);
                if (at >= 0) {
                    return position(table, at, name, Access.READ_WRITE);
                }
            }
        } catch (InternalError e) { // a mapped page that is not there any more
            throw JournalTable.gone(TableLayout.POSITIONS_OFFSET, e);
        }
    }

    /** Returns the offset of the position of this name, or -1, for a caller that creates none. */
    private static int find(JournalTable table, String name) {
        return find(table, name, at -> Memory.getIntAcquire(table.memory(), at));
    }

    /**
     * Returns the offset of the position of this name, or -1; earlier positions may have been deleted.
     *
     * @param stateAt returns the state of the slot at an offset; for a caller that will create the position if it does
     *     not exist, once no other process is creating it
     */
    private static int find(JournalTable table, String name, IntUnaryOperator stateAt) {
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            int at = TableLayout.position(slot);
            if (stateAt.applyAsInt(at) == TAKEN && name(table.memory(), at).equals(name)) {
                return at;
            }
        }
        return -1;
    }

    /**
     * Takes the first free slot, unless another process creates the same position meanwhile. Returns its offset, or -1
     * if other processes did not wait for this one.
     */
    private static int make(JournalTable table, String name, byte[] bytes, Maker maker) {
        MemorySegment memory = table.memory();
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            int at = TableLayout.position(slot);
            if (Memory.compareAndSetInt(memory, at, FREE, maker.state())) {
                table.injector().reached(FailPoint.POSITION_CLAIMED);
                clear(memory, at); // the reader of a deleted position may have continued
                Memory.setIntPlain(memory, at + TableLayout.NAME_LENGTH_OFFSET, bytes.length);
                MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at + TableLayout.NAME_OFFSET, bytes.length);
                table.injector().reached(FailPoint.POSITION_NAMED);
                if (!Memory.compareAndSetInt(memory, at, maker.state(), TAKEN)) {
                    return -1;
                }
                table.injector().reached(FailPoint.POSITION_MADE);
                return at;
            }
            if (settledState(table, at, maker) == TAKEN && name(memory, at).equals(name)) {
                return at;
            }
        }
        throw new JournalException(
                "too many named positions name=" + name + " limit=" + TableLayout.POSITIONS + " file=" + table.file());
    }

    /** Frees the slot of a position, which is first set to never read. */
    static void delete(JournalTable table, String name) {
        int at = find(table, name);
        if (at >= 0) {
            clear(table.memory(), at);
            Memory.compareAndSetInt(table.memory(), at, TAKEN, FREE);
        }
    }

    /** Returns all positions. */
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

    /**
     * Frees slots that a killed process left unfinished; only while no other process has the journal open for writing.
     */
    static void recover(JournalTable table) {
        for (int slot = 0; slot < TableLayout.POSITIONS; slot++) {
            int at = TableLayout.position(slot);
            int state = Memory.getIntAcquire(table.memory(), at);
            if ((state & STATE_MASK) == BEING_MADE) {
                Memory.compareAndSetInt(table.memory(), at, state, FREE);
            }
        }
    }

    private static void clear(MemorySegment memory, int at) {
        memory.asSlice(at + TableLayout.POSITION_RECORD_OFFSET, TableLayout.RECORD_BYTES)
                .fill((byte) 0);
    }

    static boolean isTaken(int state) {
        return state == TAKEN;
    }

    /** Returns whether a slot can have this state. */
    static boolean isState(int state) {
        return state == FREE || state == TAKEN || (state & STATE_MASK) == BEING_MADE;
    }

    /**
     * Waits while another thread or process creates the position in this slot; frees it if that process was killed, and
     * gives it up if that process is silent for too long.
     */
    private static int settledState(JournalTable table, int at, Maker maker) {
        long start = System.nanoTime();
        while (true) {
            int state = Memory.getIntAcquire(table.memory(), at);
            if ((state & STATE_MASK) != BEING_MADE || state == GIVEN_UP) {
                return state;
            }
            if (maker.isAbandoned(state, table)) {
                Memory.compareAndSetInt(table.memory(), at, state, FREE);
            } else if (System.nanoTime() - start >= maker.fenceAfterNs()) {
                Memory.compareAndSetInt(table.memory(), at, state, GIVEN_UP);
            } else {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    private static String name(MemorySegment memory, int at) {
        int length = Memory.getIntPlain(memory, at + TableLayout.NAME_LENGTH_OFFSET);
        if (length < 1 || length > TableLayout.MAX_NAME_BYTES) {
            throw new JournalDamagedException("invalid name length in table file=" + SegmentName.TABLE
                    + " offset=" + (at + TableLayout.NAME_LENGTH_OFFSET) + " expected=1.." + TableLayout.MAX_NAME_BYTES
                    + " actual=" + length);
        }
        byte[] bytes = memory.asSlice(at + TableLayout.NAME_OFFSET, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static NamedPosition position(JournalTable table, int at, String name, Access access) {
        return new NamedPosition(
                name,
                new TableRecord(table.memory(), at + TableLayout.POSITION_RECORD_OFFSET, table.injector()),
                access);
    }
}
