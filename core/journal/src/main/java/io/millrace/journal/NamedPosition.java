package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import io.millrace.memory.Access;

/**
 * A reader's position under a name, stored in the journal's table: it survives the process, and every process that has
 * the journal open sees it. One thread in one process at a time may change it; any thread may read it with an object of
 * its own.
 *
 * <p>The first thread that reads or changes a position with this object owns the object until it calls {@link
 * #handOver()} or ends; another thread is refused with a {@link WrongThreadException}.
 */
public final class NamedPosition {

    private static final long PARKED = 1;

    private final String name;
    private final TableRecord record;
    private final Access access;
    private final ThreadOwner owner;

    private int every = 1;
    private int passed;

    NamedPosition(String name, TableRecord record, Access access) {
        this(name, record, access, OwnerCheck.ON);
    }

    private NamedPosition(String name, TableRecord record, Access access, OwnerCheck ownerCheck) {
        this.name = name;
        this.record = record;
        this.access = access;
        this.owner = new ThreadOwner("NamedPosition", name, ownerCheck);
    }

    /** Returns this position without an owner, with the owner check on or off. */
    NamedPosition withOwnerCheck(OwnerCheck value) {
        return new NamedPosition(name, record, access, value);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the index that was stored last, or {@link Index#NONE} if none ever was. */
    public long get() {
        owner.check();
        return record.read() ? record.first() : Index.NONE;
    }

    /** Returns the state of the reader. */
    public PositionState state() {
        owner.check();
        if (!record.read()) {
            return new PositionState.NeverRead();
        }
        long index = record.first();
        if ((record.second() & PARKED) != 0) {
            return new PositionState.Parked(index);
        }
        return index == Index.NONE ? new PositionState.NeverRead() : new PositionState.At(index);
    }

    /** Stores an index, by convention of the last frame that was processed; ends a park. */
    public void set(long index) {
        owner.check();
        passed = 0;
        store(index, 0);
    }

    /**
     * Sets that {@link #advance} stores only each {@code messages}-th index.
     *
     * @param messages 1 or more
     */
    public void updateEvery(int messages) {
        owner.check();
        if (messages < 1) {
            throw new JournalException("update interval of named position must be 1 or more messages messages="
                    + messages + " position=" + name);
        }
        every = messages;
        passed = 0;
    }

    /** Stores an index if it is due: each time, or as {@link #updateEvery} says. */
    public void advance(long index) {
        owner.check();
        if (++passed >= every) {
            set(index);
        }
    }

    /** Records that this reader is away for long, so that its position keeps no segment. */
    public void park() {
        store(get(), PARKED);
    }

    /** Returns whether the reader is away for long. */
    public boolean isParked() {
        owner.check();
        return record.read() && (record.second() & PARKED) != 0;
    }

    /**
     * Leaves this object without an owner; the next thread that uses it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    TableRecord record() {
        return record;
    }

    private void store(long index, long flags) {
        if (access == Access.READ_ONLY) {
            throw new JournalException("journal is open for reading only position=" + name);
        }
        record.write(index, flags);
    }
}
