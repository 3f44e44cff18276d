package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A run of slots for successive elements. All slots are null when a producer enters the chunk. */
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
     * Unused references before and after the slots, 64 bytes or more. So no cache line with slots contains the length
     * of the array, which both sides read at each access, or a part of another object.
     */
    static final int MARGIN = 16;

    /** Slots, a power of two of them, between margins; the element with index i is in slot i modulo that number. */
    final Object[] slots;

    @SuppressWarnings("unused") // accessed by its VarHandle
    private Chunk next;

    /** The chunk that is reused after this one, if this one is kept; for producers. */
    Chunk keptNext;

    /** The chunk before this one, in a ring or among the kept ones; for producers. */
    Chunk before;

    /** The number of garbage collections that its queue had counted when this chunk was created. */
    int createdAfter;

    Chunk(int slots) {
        this.slots = new Object[slots + 2 * MARGIN];
    }

    /** Returns the first chunk of a ring of {@code chunks} chunks. */
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

    /** Makes {@code chunk} the successor of this one in a ring; for producers. */
    void link(Chunk chunk) {
        chunk.before = this;
        nextRelease(chunk);
    }

    /** Makes {@code chunk} the successor of this one among the kept chunks; for producers. */
    void linkKept(Chunk chunk) {
        chunk.before = this;
        keptNext = chunk;
    }

    /** Returns the position in the array of the slot of an index. */
    static int position(Object[] slots, long index) {
        return ((int) index & (slots.length - 2 * MARGIN - 1)) + MARGIN;
    }

    /**
     * Returns the position in the array of the slot of an index, where {@code mask} is the number of slots minus one.
     */
    static int position(int mask, long index) {
        return ((int) index & mask) + MARGIN;
    }

    /** Returns the position in the array at which the slots end. */
    static int end(Object[] slots) {
        return slots.length - MARGIN;
    }

    int count() {
        return slots.length - 2 * MARGIN;
    }

    /** Reads with a fence, since a {@code VarHandle} of an array checks the class of the array each time. */
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

    /** Returns the next chunk; null if there is none yet, or this one has left the queue. */
    Chunk nextAcquire() {
        return (Chunk) NEXT.getAcquire(this);
    }

    void nextRelease(Chunk chunk) {
        NEXT.setRelease(this, chunk);
    }

    /** Returns whether the threads that polled the elements have emptied all slots. */
    boolean isClean() {
        for (int i = MARGIN; i < end(slots); i++) {
            if (slotAcquire(slots, i) != null) {
                return false;
            }
        }
        return true;
    }
}
