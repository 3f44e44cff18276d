package io.millrace.journal;

/**
 * The progress of another copy of a journal. The program that copies frames acknowledges them, once the copy holds them
 * durably enough; {@link Journal#replicatedIndex} is based on that. It is kept in the journal as the {@link
 * NamedPosition} {@code replica/NAME}, so it survives the process, {@code millrace info} shows how far the copy lags,
 * and a {@link RetentionPolicy} that respects readers keeps the frames that it lacks. One thread in one process at a
 * time may acknowledge; the first that uses this object owns it until it calls {@link #handOver()} or ends.
 */
public final class Replica {

    static final String PREFIX = "replica/";

    private final Journal journal;
    private final NamedPosition position;

    Replica(Journal journal, NamedPosition position) {
        this.journal = journal;
        this.position = position;
    }

    /** Returns the name of the copy. */
    public String name() {
        return position.name().substring(PREFIX.length());
    }

    /** Returns the index that was acknowledged last, or {@link Index#NONE}. */
    public long index() {
        return position.get();
    }

    /**
     * Records that the copy holds every frame up to an index. A copy that is started anew uses a new name, or follows
     * {@link Positions#delete}.
     *
     * @throws JournalException if the copy had acknowledged more before, or the journal does not contain the index:
     *     then the two are not the same
     */
    public void acknowledge(long index) {
        long before = index();
        if (index < before) {
            throw new JournalException("replica acknowledged less than before replica=" + name() + " acknowledged="
                    + Index.toText(before) + " index=" + Index.toText(index));
        }
        long last = journal.lastIndex();
        if (index > last) {
            throw new JournalException("replica acknowledged more than the journal contains replica=" + name()
                    + " index=" + Index.toText(index) + " lastIndex=" + Index.toText(last) + " directory="
                    + journal.directory());
        }
        position.set(index);
        journal.acknowledged();
    }

    /**
     * Leaves this object without an owner; the next thread that uses it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        position.handOver();
    }
}
