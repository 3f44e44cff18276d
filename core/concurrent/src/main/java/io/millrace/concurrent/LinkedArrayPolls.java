package io.millrace.concurrent;

import java.util.function.Consumer;

/** The consumers' side of a {@link LinkedArrayQueue}, for one thread and for many. */
abstract class LinkedArrayPolls<E> extends LinkedArrayOffers<E> {

    /**
     * How often the only consumer looks at an empty slot before it looks at the index of many producers: each look at
     * that takes a cache line from them in which they are about to claim.
     */
    private static final int LOOKS = 4;

    private final boolean claimedEarly;

    LinkedArrayPolls(ChunkPolicy policy, Multiplicity producerThreads, Multiplicity consumerThreads) {
        super(policy, consumerThreads);
        this.claimedEarly = producerThreads == Multiplicity.MANY;
    }

    /** Takes the oldest element out, for the only consumer; it may be {@link #SKIPPED}. */
    final Object takeAlone(Waiting waiting) {
        Cursor cursor = consumers;
        long index = cursor.index;
        Object[] slots = cursor.slots;
        int position = Chunk.position(slots, index);
        Object element = Chunk.slotAcquire(slots, position);
        if (element == null) {
            element = findAlone(waiting);
            if (element == null) {
                return null;
            }
            slots = cursor.slots;
            position = Chunk.position(slots, index);
        }
        slots[position] = null;
        cursor.indexRelease(index + 1);
        return element;
    }

    /** Returns the oldest element, for the only consumer; it may be {@link #SKIPPED}. */
    final Object peekAlone(Waiting waiting) {
        Cursor cursor = consumers;
        Object[] slots = cursor.slots;
        Object element = Chunk.slotAcquire(slots, Chunk.position(slots, cursor.index));
        return element == null ? findAlone(waiting) : element;
    }

    /** Finds the oldest element where it was not seen at once: behind the end of a chunk, or after a wait. */
    private Object findAlone(Waiting waiting) {
        Cursor cursor = consumers;
        long index = cursor.index;
        for (int looks = 0; ; looks++) {
            if (index == cursor.end && !followAlone(index)) {
                return null;
            }
            Object[] slots = cursor.slots;
            Object element = Chunk.slotAcquire(slots, Chunk.position(slots, index));
            if (element != null || waiting == Waiting.RELAXED || !claimedEarly) {
                return element;
            }
            if (looks >= LOOKS && producers.indexVolatile() - index <= 0) {
                return null;
            }
            Thread.onSpinWait();
        }
    }

    private boolean followAlone(long index) {
        Chunk next = consumers.chunk.nextAcquire();
        if (next == null) {
            return false;
        }
        consumers.lockAlone();
        leaveFor(next, index);
        consumers.unlock();
        return true;
    }

    /** Takes the oldest element out, for one of many consumers; it may be {@link #SKIPPED}. */
    final Object takeShared(Waiting waiting) {
        Cursor cursor = consumers;
        while (true) {
            long index = cursor.indexAcquire();
            if (cursor.limitAcquire() - index <= 0) {
                if (!hasMoreShared(index)) {
                    return null;
                }
                continue;
            }
            Object[] slots = cursor.slots;
            int position = Chunk.position(slots, index);
            Object element = Chunk.slotAcquire(slots, position);
            if (element == null) {
                if (isStuck(index, waiting)) {
                    return null;
                }
            } else if (cursor.compareAndSetIndex(index, index + 1)) {
                Chunk.slotRelease(slots, position, null);
                return element;
            }
        }
    }

    /** Returns the oldest element, for one of many consumers; it may be {@link #SKIPPED}. */
    final Object peekShared(Waiting waiting) {
        Cursor cursor = consumers;
        while (true) {
            long index = cursor.indexAcquire();
            if (cursor.limitAcquire() - index <= 0) {
                if (!hasMoreShared(index)) {
                    return null;
                }
                continue;
            }
            Object[] slots = cursor.slots;
            Object element = Chunk.slotAcquire(slots, Chunk.position(slots, index));
            if (element == null) {
                if (isStuck(index, waiting)) {
                    return null;
                }
            } else if (cursor.indexVolatile() == index) {
                return element;
            }
        }
    }

    /** Takes the oldest element out if it is {@link #SKIPPED}, for one of many consumers. */
    final void passSkipped() {
        Cursor cursor = consumers;
        long index = cursor.indexAcquire();
        if (cursor.limitAcquire() - index <= 0) {
            return;
        }
        Object[] slots = cursor.slots;
        int position = Chunk.position(slots, index);
        if (isSkipped(Chunk.slotAcquire(slots, position)) && cursor.compareAndSetIndex(index, index + 1)) {
            Chunk.slotRelease(slots, position, null);
            addSkips(-1);
        }
    }

    /** Drains, for the only consumer; the element in hand has left the queue before the receiver gets it. */
    @SuppressWarnings("unchecked")
    final int drainAlone(Consumer<? super E> receiver, int limit) {
        int drained = 0;
        while (drained < limit) {
            Object element = takeAlone(Waiting.RELAXED);
            if (element == null) {
                break;
            }
            if (isSkipped(element)) {
                addSkips(-1);
                continue;
            }
            drained++;
            receiver.accept((E) element);
        }
        return drained;
    }

    /** Whether the slot at {@code index} was claimed and not filled; else another consumer has passed it meanwhile. */
    private boolean isStuck(long index, Waiting waiting) {
        if (consumers.indexVolatile() != index) {
            return false;
        }
        Thread.onSpinWait();
        return waiting == Waiting.RELAXED;
    }

    /** Returns whether to try again; false means that there is nothing. */
    private boolean hasMoreShared(long index) {
        Cursor cursor = consumers;
        long filled = producers.indexVolatile();
        if (filled - index <= 0) {
            return false;
        }
        long end = cursor.endAcquire();
        if (end - index > 0) {
            cursor.limitRelease(filled - end > 0 ? end : filled);
        } else if (cursor.tryLock()) {
            Chunk next = cursor.chunk.nextAcquire();
            if (cursor.indexAcquire() == cursor.end && next != null) {
                leaveFor(next, cursor.end);
            }
            cursor.unlock();
        } else {
            Thread.onSpinWait();
        }
        return true;
    }
}
