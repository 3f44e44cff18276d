package io.millrace.journal;

/**
 * How much of a journal another copy of it holds. Whoever copies frames acknowledges them, once the copy has them as
 * safely as it is to count; what the journal then promises is {@link Journal#replicatedIndex}. It is kept in the
 * journal as the {@link NamedPosition} {@code replica/NAME}, so it survives the process, {@code millrace info} shows
 * how far the copy lags, and a {@link RetentionPolicy} that minds readers keeps what it lacks. One thread in one
 * process at a time may acknowledge; the first that uses this object owns it until it calls {@link #handOver()} or
 * ends.
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
     * States that the copy holds every frame up to an index. A copy that is made anew begins under a new name, or after
     * {@link Positions#delete}.
     *
     * @throws JournalException if the copy had acknowledged more before, or the journal does not go so far: then the
     *     two are not the same
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
     * Leaves this object without an owner; the next thread that uses it becomes that.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        position.handOver();
    }
}
