package io.millrace.concurrent;

import java.util.function.Supplier;

/** The producers' side of a {@link LinkedArrayQueue}, for one thread and for many. */
abstract class LinkedArrayOffers<E> extends LinkedArrayQueue<E> {

    /** How many slots a producer looks at, where consumers empty them late, before it goes on. */
    private static final int MOST_LOOKED_AT = 64;

    LinkedArrayOffers(ChunkPolicy policy, Multiplicity consumerThreads) {
        super(policy, consumerThreads);
    }

    /** Offers, for the only producer. */
    final boolean offerAlone(E element, Waiting waiting) {
        requireElement(element);
        long index = producerIndex;
        if (index == producerLimit && !hasRoomAlone(index, waiting)) {
            return false;
        }
        Object[] slots = producerSlots;
        Chunk.slotRelease(slots, Chunk.position(slots, index), element);
        producerIndexRelease(index + 1);
        return true;
    }

    /** Offers, for one of many producers. */
    final boolean offerShared(E element, Waiting waiting) {
        requireElement(element);
        while (true) {
            long index = producerIndexAcquire();
            if (producerLimitAcquire() - index > 0) {
                Object[] slots = producerSlots;
                if (compareAndSetProducerIndex(index, index + 1)) {
                    Chunk.slotRelease(slots, Chunk.position(slots, index), element);
                    return true;
                }
            } else if (!hasRoomShared(index, waiting)) {
                return false;
            }
        }
    }

    /** Fills, for the only producer; whoever looks at its index sees the elements of a batch all at once. */
    final int fillAlone(Supplier<? extends E> supplier, int limit) {
        int filled = 0;
        while (filled < limit) {
            long index = producerIndex;
            if (index == producerLimit && !hasRoomAlone(index, Waiting.RELAXED)) {
                break;
            }
            long end = index + Math.min(limit - filled, producerLimit - index);
            Object[] slots = producerSlots;
            long next = index;
            try {
                while (next != end) {
                    E element = supplier.get();
                    requireElement(element);
                    Chunk.slotRelease(slots, Chunk.position(slots, next), element);
                    next++;
                }
            } finally {
                producerIndexRelease(next);
            }
            filled += (int) (end - index);
        }
        return filled;
    }

    /** Fills, for one of many producers, by claiming a batch of places at once. */
    final int fillShared(Supplier<? extends E> supplier, int limit) {
        int filled = 0;
        while (filled < limit) {
            long index = producerIndexAcquire();
            long room = producerLimitAcquire() - index;
            if (room <= 0) {
                if (!hasRoomShared(index, Waiting.RELAXED)) {
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

    private boolean hasRoomAlone(long index, Waiting waiting) {
        Room room = moreRoomAlone(index);
        while (room == Room.BUSY && waiting == Waiting.STRICT) {
            Thread.onSpinWait();
            room = moreRoomAlone(index);
        }
        return room == Room.FOUND;
    }

    private Room moreRoomAlone(long index) {
        if (roomEnd - index <= 0) {
            roomEnd = consumerIndexAcquire() + capacity;
            if (roomEnd - index <= 0) {
                return Room.NONE;
            }
        }
        if (index == producers.end) {
            enterNext(index);
        }
        long limit = emptyUpTo(producerSlots, index, Math.min(roomEnd - index, producers.end - index));
        producerLimit = limit;
        return limit == index ? Room.BUSY : Room.FOUND;
    }

    /** Returns whether to try again; false means that there is no room, or no certainty and no wish to wait for it. */
    private boolean hasRoomShared(long index, Waiting waiting) {
        Cursor cursor = producers;
        long content = index - consumerIndexVolatile();
        if (content >= capacity) {
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
        return waiting == Waiting.STRICT;
    }

    /** Returns the index up to which, from {@code index} on, slots may be filled; at most {@code room} further. */
    private long emptyUpTo(Object[] slots, long index, long room) {
        if (!emptiedLate) {
            return index + room;
        }
        int most = (int) Math.min(room, MOST_LOOKED_AT);
        int empty = 0;
        while (empty < most && Chunk.slotAcquire(slots, Chunk.position(slots, index + empty)) == null) {
            empty++;
        }
        return index + empty;
    }
}
