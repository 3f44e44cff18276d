package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * Two longs in the table, kept twice, so that a torn or damaged copy leaves the other; drawn in {@link TableLayout}.
 *
 * <p>One writer at a time; readers in any process, while it writes. A write takes one copy: what a reader sees is the
 * value before or after it. An instance belongs to one thread.
 */
final class TableRecord {

    private static final int COPY_BYTES = 32;
    private static final int SECOND_OFFSET = 8;
    private static final int SEQUENCE_OFFSET = 16;
    private static final int ZERO_OFFSET = 24;
    private static final int CHECKSUM_OFFSET = 28;
    private static final int READ_ATTEMPTS = 1_000;

    private final MemorySegment memory;
    private final int offset;
    private final FaultInjector injector;

    private long first;
    private long second;

    TableRecord(MemorySegment memory, int offset) {
        this(memory, offset, FaultInjector.NONE);
    }

    /** Creates the record of a named position. */
    TableRecord(MemorySegment memory, int offset, FaultInjector injector) {
        this.memory = memory;
        this.offset = offset;
        this.injector = injector;
    }

    /** Reads the newest whole copy into {@link #first()} and {@link #second()}, and returns whether there is one. */
    boolean read() {
        try {
            return tryRead();
        } catch (InternalError e) { // a mapped page that is not there any more
            throw JournalTable.gone(offset, e);
        }
    }

    private boolean tryRead() {
        for (int attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
            int newest = newest();
            if (newest < 0) {
                if (neverWritten()) {
                    return false;
                }
                Thread.onSpinWait(); // first one copy was being written when it was read, then the other
                continue;
            }
            long sequence = Memory.getLongAcquire(memory, newest + SEQUENCE_OFFSET);
            first = Memory.getLongAcquire(memory, newest);
            second = Memory.getLongAcquire(memory, newest + SECOND_OFFSET);
            if (isWhole(newest) && Memory.getLongAcquire(memory, newest + SEQUENCE_OFFSET) == sequence) {
                return true;
            }
        }
        return false;
    }

    /** Returns the offset of the record in the table. */
    int offset() {
        return offset;
    }

    /** The state of a record in the file. */
    enum State {
        NEVER_WRITTEN,
        WHOLE,
        /** One copy is incomplete: it was being written when its process was killed, or it is damaged. */
        ONE_COPY,
        LOST
    }

    /** Returns the state of the record, in a file without writers. */
    State state() {
        int whole = 0;
        int written = 0;
        for (int copy : new int[] {offset, offset + COPY_BYTES}) {
            boolean blank = isBlank(copy);
            whole += isWhole(copy) ? 1 : 0;
            written += blank ? 0 : 1;
        }
        if (whole == 0) {
            return written == 0 || isFirstUnderWay() ? State.NEVER_WRITTEN : State.LOST;
        }
        return whole == written ? State.WHOLE : State.ONE_COPY;
    }

    /**
     * Returns whether the record is what a process leaves that is killed while it writes it for the first time: the
     * checksum of the first copy, which was zero, is invalidated (once, or twice by the next process), and stored last.
     */
    private boolean isFirstUnderWay() {
        int sum = Memory.getIntPlain(memory, offset + CHECKSUM_OFFSET);
        return isBlank(offset + COPY_BYTES) && (sum == 0 || sum == ~0);
    }

    private boolean isBlank(int copy) {
        for (int at = copy; at < copy + COPY_BYTES; at += Long.BYTES) {
            if (Memory.getLongPlain(memory, at) != 0) {
                return false;
            }
        }
        return true;
    }

    long first() {
        return first;
    }

    long second() {
        return second;
    }

    void write(long newFirst, long newSecond) {
        try {
            tryWrite(newFirst, newSecond);
        } catch (InternalError e) { // a mapped page that is not there any more
            throw JournalTable.gone(offset, e);
        }
    }

    private void tryWrite(long newFirst, long newSecond) {
        int newest = newest();
        long sequence = newest < 0 ? 0 : Memory.getLongPlain(memory, newest + SEQUENCE_OFFSET);
        int copy = newest == offset ? offset + COPY_BYTES : offset;
        Memory.setIntRelease(memory, copy + CHECKSUM_OFFSET, ~Memory.getIntPlain(memory, copy + CHECKSUM_OFFSET));
        injector.reached(FailPoint.POSITION_SPOILED);
        Memory.setLongRelease(memory, copy, newFirst);
        Memory.setLongRelease(memory, copy + SECOND_OFFSET, newSecond);
        Memory.setLongRelease(memory, copy + SEQUENCE_OFFSET, sequence + 1);
        Memory.setIntPlain(memory, copy + ZERO_OFFSET, 0);
        Memory.setIntRelease(memory, copy + CHECKSUM_OFFSET, sum(copy));
        injector.reached(FailPoint.POSITION_STORED);
    }

    private boolean neverWritten() {
        return Memory.getLongAcquire(memory, offset + SEQUENCE_OFFSET) == 0
                && Memory.getLongAcquire(memory, offset + COPY_BYTES + SEQUENCE_OFFSET) == 0;
    }

    /** Returns the position of the newest whole copy, or -1. */
    private int newest() {
        int a = offset;
        int b = offset + COPY_BYTES;
        boolean wholeA = isWhole(a);
        boolean wholeB = isWhole(b);
        if (wholeA && wholeB) {
            return Memory.getLongAcquire(memory, a + SEQUENCE_OFFSET)
                            > Memory.getLongAcquire(memory, b + SEQUENCE_OFFSET)
                    ? a
                    : b;
        }
        return wholeA ? a : wholeB ? b : -1;
    }

    private boolean isWhole(int copy) {
        return Memory.getLongAcquire(memory, copy + SEQUENCE_OFFSET) != 0
                && Memory.getIntAcquire(memory, copy + CHECKSUM_OFFSET) == sum(copy);
    }

    private int sum(int copy) {
        return FrameChecksum.of(memory, copy, CHECKSUM_OFFSET, Index.of(0, copy), 0);
    }
}
