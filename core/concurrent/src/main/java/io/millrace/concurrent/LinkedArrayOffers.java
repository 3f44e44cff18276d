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
        Cursor cursor = producers;
        long index = cursor.index;
        if (index == cursor.limit && !hasRoomAlone(index, waiting)) {
            return false;
        }
        Object[] slots = cursor.slots;
        Chunk.slotRelease(slots, Chunk.position(slots, index), element);
        cursor.indexRelease(index + 1);
        return true;
    }

    /** Offers, for one of many producers. */
    final boolean offerShared(E element, Waiting waiting) {
        requireElement(element);
        Cursor cursor = producers;
        while (true) {
            long index = cursor.indexAcquire();
            if (cursor.limitAcquire() - index > 0) {
                Object[] slots = cursor.slots;
                if (cursor.compareAndSetIndex(index, index + 1)) {
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
        Cursor cursor = producers;
        int filled = 0;
        while (filled < limit) {
            long index = cursor.index;
            if (index == cursor.limit && !hasRoomAlone(index, Waiting.RELAXED)) {
                break;
            }
            long end = index + Math.min(limit - filled, cursor.limit - index);
            Object[] slots = cursor.slots;
            long next = index;
            try {
                while (next != end) {
                    E element = supplier.get();
                    requireElement(element);
                    Chunk.slotRelease(slots, Chunk.position(slots, next), element);
                    next++;
                }
            } finally {
                cursor.indexRelease(next);
            }
            filled += (int) (end - index);
        }
        return filled;
    }

    /** Fills, for one of many producers, by claiming a batch of places at once. */
    final int fillShared(Supplier<? extends E> supplier, int limit) {
        Cursor cursor = producers;
        int filled = 0;
        while (filled < limit) {
            long index = cursor.indexAcquire();
            long room = cursor.limitAcquire() - index;
            if (room <= 0) {
                if (!hasRoomShared(index, Waiting.RELAXED)) {
                    break;
                }
                continue;
            }
            int batch = (int) Math.min(limit - filled, room);
            Object[] slots = cursor.slots;
            if (cursor.compareAndSetIndex(index, index + batch)) {
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
        Cursor cursor = producers;
        long content = index - consumers.indexAcquire();
        if (content >= capacity) {
            return Room.NONE;
        }
        if (index == cursor.end) {
            enterNext(index, content);
        }
        long limit = emptyUpTo(cursor.slots, index, Math.min(capacity - content, cursor.end - index));
        cursor.limit = limit;
        return limit == index ? Room.BUSY : Room.FOUND;
    }

    /** Returns whether to try again; false means that there is no room, or no certainty and no wish to wait for it. */
    private boolean hasRoomShared(long index, Waiting waiting) {
        Cursor cursor = producers;
        long content = index - consumers.indexVolatile();
        if (content >= capacity) {
            return false;
        }
        long end = cursor.endAcquire();
        if (end - index > 0) {
            long limit = emptyUpTo(cursor.slots, index, Math.min(capacity - content, end - index));
            if (limit != index) {
                cursor.limitRelease(limit);
                return true;
            }
        } else if (cursor.tryLock()) {
            try {
                if (cursor.indexAcquire() == cursor.end) {
                    enterNext(cursor.end, content);
                }
            } finally {
                cursor.unlock();
            }
            return true;
        }
        if (cursor.indexAcquire() != index) {
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
