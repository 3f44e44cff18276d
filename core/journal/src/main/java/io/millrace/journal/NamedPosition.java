package io.millrace.journal;

import io.millrace.memory.Access;

/**
 * A reader's position under a name, stored in the journal's table: it survives the process, and every process that has
 * the journal open sees it. One thread in one process at a time may change it; reading it is free to all that have an
 * object of their own.
 */
public final class NamedPosition {

    private static final long PARKED = 1;

    private final String name;
    private final TableRecord record;
    private final Access access;

    private int every = 1;
    private int passed;

    NamedPosition(String name, TableRecord record, Access access) {
        this.name = name;
        this.record = record;
        this.access = access;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the index that was stored last, or {@link Index#NONE} if none ever was. */
    public long get() {
        return record.read() ? record.first() : Index.NONE;
    }

    /** Returns where the reader is. */
    public PositionState state() {
        if (!record.read()) {
            return new PositionState.NeverRead();
        }
        long index = record.first();
        if ((record.second() & PARKED) != 0) {
            return new PositionState.Parked(index);
        }
        return index == Index.NONE ? new PositionState.NeverRead() : new PositionState.At(index);
    }

    /** Stores an index, by convention of the last frame that was dealt with; takes it out of park. */
    public void set(long index) {
        passed = 0;
        store(index, 0);
    }

    /**
     * Has {@link #advance} store only each {@code messages}-th index.
     *
     * @param messages 1 or more
     */
    public void updateEvery(int messages) {
        if (messages < 1) {
            throw new JournalException(
                    "A position is updated every one or more messages: messages=" + messages + " position=" + name);
        }
        every = messages;
        passed = 0;
    }

    /** Stores an index if it is time to: each time, or as {@link #updateEvery} says. */
    public void advance(long index) {
        if (++passed >= every) {
            set(index);
        }
    }

    /** States that this reader is away for long, so that its position holds nothing back. */
    public void park() {
        store(get(), PARKED);
    }

    /** Returns whether the reader is away for long. */
    public boolean isParked() {
        return record.read() && (record.second() & PARKED) != 0;
    }

    TableRecord record() {
        return record;
    }

    private void store(long index, long flags) {
        if (access == Access.READ_ONLY) {
            throw new JournalException("The journal was opened for reading alone: position=" + name);
        }
        record.write(index, flags);
    }
}
