package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A run of slots for successive elements. All of them are null when a producer enters it. */
final class Chunk {

    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Chunk.class, "next", Chunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * References in front of the slots and behind them that stay unused, 64 bytes or more: so no line with slots in it
     * has the length of the array, which both sides read at each access, or anything of another object.
     */
    static final int MARGIN = 16;

    /** A power of two of slots between margins; the element with index i is in slot i modulo that. */
    final Object[] slots;

    @SuppressWarnings("unused") // through its handle
    private Chunk next;

    /** The chunk that is used again behind this one, where this one is kept; for producers. */
    Chunk keptNext;

    /** The chunk in front of this one, in a ring or among those that are kept; for producers. */
    Chunk before;

    /** How many collections its queue had seen when it was made. */
    int madeAfter;

    Chunk(int slots) {
        this.slots = new Object[slots + 2 * MARGIN];
    }

    /** Returns a ring of {@code chunks} chunks, which always follow one another. */
    static Chunk ring(int chunks, int slots) {
        Chunk first = new Chunk(slots);
        Chunk last = first;
        for (int i = 1; i < chunks; i++) {
            Chunk next = new Chunk(slots);
            last.link(next);
            last = next;
        }
        last.link(first);
        return first;
    }

    /** Has {@code chunk} follow this one in a ring; for producers. */
    void link(Chunk chunk) {
        chunk.before = this;
        nextRelease(chunk);
    }

    /** Has {@code chunk} follow this one among those that are kept; for producers. */
    void linkKept(Chunk chunk) {
        chunk.before = this;
        keptNext = chunk;
    }

    /** Returns where the slot of an index is in the array. */
    static int position(Object[] slots, long index) {
        return ((int) index & (slots.length - 2 * MARGIN - 1)) + MARGIN;
    }

    /** Returns the same, for a side that has the number of slots less one at hand. */
    static int position(int mask, long index) {
        return ((int) index & mask) + MARGIN;
    }

    /** Returns where in the array the slots end. */
    static int end(Object[] slots) {
        return slots.length - MARGIN;
    }

    int count() {
        return slots.length - 2 * MARGIN;
    }

    /** Reads with a fence, since a {@code VarHandle} of an array looks at the array's class each time. */
    static Object slotAcquire(Object[] slots, int position) {
        Object element = slots[position];
        VarHandle.acquireFence();
        return element;
    }

    /** Writes with a fence, as {@link #slotAcquire} reads. */
    static void slotRelease(Object[] slots, int position, Object element) {
        VarHandle.releaseFence();
        slots[position] = element;
    }

    /** Returns the chunk that follows; null if there is none yet, or this one has left the queue. */
    Chunk nextAcquire() {
        return (Chunk) NEXT.getAcquire(this);
    }

    void nextRelease(Chunk chunk) {
        NEXT.setRelease(this, chunk);
    }

    /** Returns whether all elements were taken out by the threads that polled them. */
    boolean isClean() {
        for (int i = MARGIN; i < end(slots); i++) {
            if (slotAcquire(slots, i) != null) {
                return false;
            }
        }
        return true;
    }
}
