package io.millrace.concurrent;

import java.util.function.Supplier;

/**
 * The producers' side of a {@link LinkedArrayQueue}, for one thread and for many.
 *
 * <p>On both sides, a method that runs for every offer or poll has at most 35 bytes of code: the compiler inlines such
 * a method wherever it is called often, and a larger one only after it has seen enough calls. These methods themselves
 * contain what a poll does with an element. The compiler would not inline further methods that they call if most polls
 * found nothing.
 */
abstract class LinkedArrayOffers<E> extends LinkedArrayQueue<E> {

    /**
     * How many slots a producer checks at most, where consumers empty slots after they claimed them, before it
     * continues. After these slots all producers read the consumers' index again.
     */
    private static final int MOST_CHECKED = 1024;

    /** How many elements of a batch the only producer publishes at once: a few cache lines of references. */
    private static final int RUN = 64;

    /** How far ahead the only producer of a ring looks at most; the limit keeps the slots in the cache. */
    private static final int MOST_AHEAD = 4096;

    /** Whether empty slots show the only producer up to which index there is room. */
    private final boolean emptySlotsShowRoom;

    private final int lookAhead;

    LinkedArrayOffers(ChunkPolicy policy, Multiplicity consumerThreads) {
        super(policy, consumerThreads);
        emptySlotsShowRoom = inRing && !emptiedLate;
        lookAhead = (int) Math.min(capacity >> 2, MOST_AHEAD);
    }

    /** Offers, for the only producer. */
    final boolean offerAlone(E element) {
        requireElement(element);
        long index = producerIndex;
        if (!hasRoomFor(index)) {
            return false;
        }
        put(index, element);
        return true;
    }

    private boolean hasRoomFor(long index) {
        return index != producerLimit || hasRoomAlone(index);
    }

    private void put(long index, E element) {
        Chunk.slotRelease(producerSlots, Chunk.position(producerMask, index), element);
        producerIndexRelease(index + 1);
    }

    /** Offers, for the only producer where consumers empty a slot after they have claimed it. */
    final boolean offerEmptied(E element, Strictness strictness) {
        requireElement(element);
        long index = producerIndex;
        if (!hasRoomFor(index) || !isEmptied(strictness)) {
            return false;
        }
        put(index, element);
        return true;
    }

    /** Returns whether consumers have emptied the slot of the only producer's index. */
    private boolean isEmptied(Strictness strictness) {
        return Chunk.slotAcquire(producerSlots, Chunk.position(producerMask, producerIndex)) == null
                || getsEmptied(strictness);
    }

    private boolean getsEmptied(Strictness strictness) {
        if (strictness == Strictness.RELAXED) {
            return false;
        }
        Object[] slots = producerSlots;
        int position = Chunk.position(producerMask, producerIndex);
        while (Chunk.slotAcquire(slots, position) != null) {
            Thread.onSpinWait();
        }
        return true;
    }

    /** Offers, for one of many producers. */
    final boolean offerShared(E element, Strictness strictness) {
        requireElement(element);
        return offerAtOnce(element) || offerAgain(element, strictness);
    }

    private boolean offerAtOnce(E element) {
        long index = producerIndexAcquire();
        return producerLimitAcquire() - index > 0 && claimFor(element, index);
    }

    private boolean offerAgain(E element, Strictness strictness) {
        while (true) {
            long index = producerIndexAcquire();
            if (producerLimitAcquire() - index > 0) {
                if (claimFor(element, index)) {
                    return true;
                }
            } else if (!hasRoomShared(index, strictness)) {
                return false;
            }
        }
    }

    /** Claims an index and fills its slot, unless another producer was faster. */
    private boolean claimFor(E element, long index) {
        Object[] slots = producerSlots;
        if (!compareAndSetProducerIndex(index, index + 1)) {
            return false;
        }
        Chunk.slotRelease(slots, Chunk.position(slots, index), element);
        return true;
    }

    /** Fills, for the only producer; consumers see {@value #RUN} elements at once, or fewer at the end. */
    final int fillAlone(Supplier<? extends E> supplier, int limit) {
        int filled = 0;
        while (filled < limit) {
            int batch = rowOfSlots(Math.min(RUN, limit - filled));
            if (batch == 0) {
                break;
            }
            fillRun(supplier, producerSlots, Chunk.position(producerMask, producerIndex), batch);
            filled += batch;
        }
        return filled;
    }

    /** Returns how many successive slots the only producer may fill now, from its index on. */
    final int rowOfSlots(int most) {
        long index = producerIndex;
        if (!hasRoomFor(index)) {
            return 0;
        }
        Object[] slots = producerSlots;
        int row = Math.min(most, Chunk.end(slots) - Chunk.position(producerMask, index));
        return (int) (emptyUpTo(slots, index, Math.min(row, producerLimit - index)) - index);
    }

    /**
     * Fills {@code batch} successive slots from {@code first} on, the first one last. Consumers do not reach a slot
     * before they have taken the element before it, and other threads look only at slots below the index. So the one
     * store into the first slot publishes the others, and these need no order among themselves.
     */
    private void fillRun(Supplier<? extends E> supplier, Object[] slots, int first, int batch) {
        E head = supplier.get();
        requireElement(head);
        int end = first + batch;
        int next = first + 1;
        try {
            while (next < end) {
                E element = supplier.get();
                requireElement(element);
                slots[next] = element;
                next++;
            }
        } finally {
            Chunk.slotRelease(slots, first, head);
            producerIndexRelease(producerIndex + (next - first));
        }
    }

    /** Fills, for one of many producers, by claiming a batch of slots at once. */
    final int fillShared(Supplier<? extends E> supplier, int limit) {
        int filled = 0;
        while (filled < limit) {
            long index = producerIndexAcquire();
            long room = producerLimitAcquire() - index;
            if (room <= 0) {
                if (!hasRoomShared(index, Strictness.RELAXED)) {
                    break;
                }
                continue;
            }
            int batch = (int) Math.min(limit - filled, room);
            Object[] slots = producerSlots;
            if (compareAndSetProducerIndex(index, index + batch)) {
                fillClaimed(supplier, slots, index, batch);
                filled += batch;
            }
        }
        return filled;
    }

    private void fillClaimed(Supplier<? extends E> supplier, Object[] slots, long index, int batch) {
        int stored = 0;
        try {
            while (stored < batch) {
                E element = supplier.get();
                requireElement(element);
                Chunk.slotRelease(slots, Chunk.position(slots, index + stored), element);
                stored++;
            }
        } finally {
            if (stored < batch) {
                addSkips(batch - stored);
                for (int i = stored; i < batch; i++) {
                    Chunk.slotRelease(slots, Chunk.position(slots, index + i), SKIPPED);
                }
            }
        }
    }

    private boolean hasRoomAlone(long index) {
        if (roomEnd - index <= 0) {
            roomEnd = emptySlotsShowRoom ? roomBySlots(index) : consumerIndexAcquire() + capacity;
            if (roomEnd - index <= 0) {
                letConsumersAdvance(index);
                return false;
            }
        }
        if (index == producers.end) {
            enterNext(index);
        }
        producerLimit = roomEnd - producers.end < 0 ? roomEnd : producers.end;
        return true;
    }

    /**
     * Returns the index up to which a ring has room, for the only producer of one consumer. There is room for the
     * element of an index if the element that is the capacity before it was taken, and the slot of that element shows
     * this.
     */
    private long roomBySlots(long index) {
        long oldest = index - capacity;
        if (oldest - slotsValidFrom < 0) {
            return Math.min(consumerIndexAcquire() - slotsValidFrom, 0) + slotsValidFrom + capacity;
        }
        Object[] slots = slotsOf(oldest, index);
        int position = Chunk.position(slots, oldest);
        int ahead = Math.min(lookAhead, Chunk.end(slots) - 1 - position);
        if (Chunk.slotAcquire(slots, position + ahead) == null) {
            return index + ahead + 1;
        }
        return Chunk.slotAcquire(slots, position) == null ? index + 1 : index;
    }

    /**
     * Returns the slots of the chunk in which the element {@code oldest}, the capacity before {@code index}, was. A
     * ring has one chunk more than the capacity fills, so this is the next chunk or the one after it.
     */
    private Object[] slotsOf(long oldest, long index) {
        Chunk chunk = producers.chunk.nextAcquire();
        if (index == producers.end) {
            chunk = chunk.nextAcquire();
        }
        if (Chunk.position(chunk.slots, oldest) < Chunk.position(chunk.slots, index)) {
            chunk = chunk.nextAcquire();
        }
        return chunk.slots;
    }

    /**
     * Returns whether to try again; false means that there is no room, or that only waiting could tell and the call is
     * relaxed.
     */
    final boolean hasRoomShared(long index, Strictness strictness) {
        Cursor cursor = producers;
        long content = index - consumerIndexVolatile();
        if (content >= capacity) {
            letConsumersAdvance(index);
            return false;
        }
        long end = cursor.endAcquire();
        if (end - index > 0) {
            long limit = emptyUpTo(producerSlots, index, Math.min(capacity - content, end - index));
            if (limit != index) {
                producerLimitRelease(limit);
                return true;
            }
        } else if (cursor.tryLock()) {
            try {
                if (producerIndexAcquire() == cursor.end && cursor.end - consumerIndexVolatile() < capacity) {
                    enterNext(cursor.end);
                }
            } finally {
                cursor.unlock();
            }
            return true;
        }
        if (producerIndexAcquire() != index) {
            return true;
        }
        Thread.onSpinWait();
        return strictness == Strictness.STRICT;
    }

    /** Returns the index up to which, from {@code index} on, slots may be filled; at most {@code room} further. */
    private long emptyUpTo(Object[] slots, long index, long room) {
        if (!emptiedLate || !inRing) {
            return index + room;
        }
        int most = (int) Math.min(room, MOST_CHECKED);
        int empty = 0;
        while (empty < most && Chunk.slotAcquire(slots, Chunk.position(slots, index + empty)) == null) {
            empty++;
        }
        return index + empty;
    }
}
