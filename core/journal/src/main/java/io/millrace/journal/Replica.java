package io.millrace.journal;

/**
 * How far a copy of this journal is, as its source knows: for operators, and for retention. It is kept in the journal
 * as the {@link NamedPosition} {@code replica/NAME}, so it survives the process, {@code millrace info} shows how far
 * the copy lags, and a {@link RetentionPolicy} that respects readers keeps the frames that it lacks. What is
 * acknowledged is the {@link Mark} alone. One thread in one process at a time may record; the first that uses this
 * object owns it until it calls {@link #handOver()} or ends.
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

    /** Returns the index of the last frame that it is known to have, or {@link Index#NONE}. */
    public long index() {
        return position.get();
    }

    /**
     * Records that the copy has every frame before a boundary, or no longer has those after it. Looks for the last
     * frame before it, so this is for about ten times a second and not for each acknowledgement.
     */
    public void holds(long boundary) {
        position.set(journal.lastBefore(boundary));
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
