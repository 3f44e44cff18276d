package io.millrace.concurrent;

import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * The consumers' side of a {@link LinkedArrayQueue}, for one thread and for many. The four classes of arrays say
 * which of both a queue uses, each in methods of its own: a method that they shared would be compiled for all of them
 * at once.
 */
abstract class LinkedArrayPolls<E> extends LinkedArrayOffers<E> {

    /**
     * How often the only consumer looks at an empty slot before it looks at the index of many producers: each look at
     * that takes a cache line from them in which they are about to claim. The looks take less time than two pauses.
     */
    private static final int LOOKS = 32;

    final boolean claimedEarly;

    LinkedArrayPolls(ChunkPolicy policy, Multiplicity producerThreads, Multiplicity consumerThreads) {
        super(policy, consumerThreads);
        this.claimedEarly = producerThreads == Multiplicity.MANY;
    }

    /** Takes the oldest element out, for the only consumer of one producer. */
    final Object takeInTurn() {
        long index = consumerIndex;
        Object element = takeSeenInTurn(index);
        return element == null ? takeBehind(index) : element;
    }

    private Object takeSeenInTurn(long index) {
        return takeSeenInTurn(consumerSlots, Chunk.position(consumerMask, index), index);
    }

    private Object takeSeenInTurn(Object[] slots, int position, long index) {
        Object element = Chunk.slotAcquire(slots, position);
        if (element == null) {
            return null;
        }
        CONSUMER_INDEX.setRelease(this, index + 1);
        VarHandle.releaseFence();
        slots[position] = null;
        return element;
    }

    /** Takes the oldest element out, for the only consumer of many producers; it may be {@link #SKIPPED}. */
    final Object takeAlone(Waiting waiting) {
        long index = consumerIndex;
        Object element = takeSeenAlone(index);
        return element == null ? takeBehind(index, waiting) : element;
    }

    private Object takeSeenAlone(long index) {
        return takeSeenAlone(consumerSlots, Chunk.position(consumerMask, index), index);
    }

    private Object takeSeenAlone(Object[] slots, int position, long index) {
        Object element = Chunk.slotAcquire(slots, position);
        if (element == null) {
            return null;
        }
        slots[position] = null;
        CONSUMER_INDEX.setRelease(this, index + 1);
        return element;
    }

    /** Takes an element that was not seen at once; while the chunk goes on there is none. */
    private Object takeBehind(long index) {
        return index - consumers.end < 0 ? null : takeFound(index, Waiting.RELAXED);
    }

    /** Takes an element that was not seen at once, where producers may have claimed its slot and not filled it yet. */
    private Object takeBehind(long index, Waiting waiting) {
        return waiting == Waiting.RELAXED ? takeBehind(index) : takeFound(index, waiting);
    }

    private Object takeFound(long index, Waiting waiting) {
        Object element = findAlone(waiting);
        if (element != null) {
            empty(consumerSlots, Chunk.position(consumerMask, index), index);
        }
        return element;
    }

    /** Empties the slot of an element that the only consumer takes, in the order that the producers need. */
    private void empty(Object[] slots, int position, long index) {
        if (claimedEarly) {
            slots[position] = null;
            consumerIndexRelease(index + 1);
        } else {
            consumerIndexRelease(index + 1);
            Chunk.slotRelease(slots, position, null);
        }
    }

    /** Returns the oldest element, for the only consumer; it may be {@link #SKIPPED}. */
    final Object peekAlone(Waiting waiting) {
        Object element = Chunk.slotAcquire(consumerSlots, Chunk.position(consumerMask, consumerIndex));
        return element != null ? element : findAlone(waiting);
    }

    /**
     * Finds the oldest element where it was not seen at once: behind the end of a chunk, or after a wait. That there is
     * none only the producers' index tells; once it has told that there is one, it is left to them.
     */
    private Object findAlone(Waiting waiting) {
        long index = consumerIndex;
        long end = endFrom(consumers.end, index);
        if (end != consumers.end) {
            consumers.endRelease(end);
        }
        for (int looks = 0; ; looks++) {
            if (index == consumers.end && !followAlone(index)) {
                return null;
            }
            Object element = Chunk.slotAcquire(consumerSlots, Chunk.position(consumerMask, index));
            if (element != null || waiting == Waiting.RELAXED || !claimedEarly) {
                return element;
            }
            if (looks == 0) {
                letGoOn(index);
            }
            if (looks == LOOKS && producerIndexVolatile() - index <= 0) {
                return null;
            }
            if (looks >= LOOKS) {
                Thread.onSpinWait();
            }
        }
    }

    private boolean followAlone(long index) {
        if (inRing && producerIndexAcquire() - index <= 0) {
            return false;
        }
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
        while (true) {
            long index = consumerIndexAcquire();
            if (!tellsBySlot(index)) {
                if (!seesEmptySlot(index, waiting) && !hasMoreShared(index)) {
                    return null;
                }
                continue;
            }
            Object[] slots = consumerSlots;
            int position = Chunk.position(slots, index);
            Object element = Chunk.slotAcquire(slots, position);
            if (element == null) {
                if (isStuck(index, waiting)) {
                    return null;
                }
            } else if (compareAndSetConsumerIndex(index, index + 1)) {
                slots[position] = null;
                return element;
            }
        }
    }

    /** Whether what is in the slot of {@code index} was put there for this index, if that is still the oldest one. */
    private boolean tellsBySlot(long index) {
        return consumerLimitAcquire() - index > 0 || emptyAtAcquire() == index;
    }

    /**
     * Whether the slot of {@code index}, which has been the oldest one, is empty. What it has then comes from a
     * producer that has claimed it, so that nobody has to look at the producers' index for that; before, it may be an
     * element that another consumer has claimed long ago, and not taken out. An index that has passed never comes
     * again.
     */
    private boolean seesEmptySlot(long index, Waiting waiting) {
        if (consumers.endAcquire() - index <= 0) {
            return false;
        }
        Object[] slots = consumerSlots;
        boolean isEmpty = Chunk.slotAcquire(slots, Chunk.position(slots, index)) == null;
        if (isEmpty) {
            emptyAtRelease(index);
        }
        if (waiting == Waiting.STRICT) {
            pause();
        }
        return isEmpty;
    }

    /**
     * Takes the oldest element out, for one of many consumers and where the only producer raises its index behind the
     * element: what is below the limit is there. The element is read once it is claimed, beside the next claim. Who
     * raises the limit goes on with the index that it has, since consumers of bursts do so for nearly every element.
     */
    final Object takePublished() {
        while (true) {
            long index = consumerIndexAcquire();
            if (consumerLimitAcquire() - index <= 0) {
                long filled = producerIndexVolatile();
                if (filled - index <= 0) {
                    return null;
                }
                long end = consumers.endAcquire();
                if (end - index <= 0) {
                    hasMoreShared(index);
                    continue;
                }
                consumerLimitRelease(filled - end > 0 ? end : filled);
            }
            Object[] slots = consumerSlots;
            int position = Chunk.position(slots, index);
            if (compareAndSetConsumerIndex(index, index + 1)) {
                Object element = slots[position];
                slots[position] = null;
                return element;
            }
        }
    }

    /** Returns the oldest element, for one of many consumers; it may be {@link #SKIPPED}. */
    final Object peekShared(Waiting waiting) {
        while (true) {
            long index = consumerIndexAcquire();
            if (consumerLimitAcquire() - index <= 0) {
                if (!hasMoreShared(index)) {
                    return null;
                }
                continue;
            }
            Object[] slots = consumerSlots;
            Object element = Chunk.slotAcquire(slots, Chunk.position(slots, index));
            if (element == null) {
                if (isStuck(index, waiting)) {
                    return null;
                }
            } else if (consumerIndexVolatile() == index) {
                return element;
            }
        }
    }

    /** Polls on, where what was taken out of the queue was {@link #SKIPPED}. */
    @SuppressWarnings("unchecked")
    final E pollBehindSkipped(Waiting waiting) {
        Object element;
        do {
            addSkips(-1);
            element = emptiedLate ? takeShared(waiting) : takeAlone(waiting);
        } while (isSkipped(element));
        return (E) element;
    }

    /** Peeks on, where the oldest element is {@link #SKIPPED}. */
    @SuppressWarnings("unchecked")
    final E peekBehindSkipped(Waiting waiting) {
        Object element;
        do {
            passSkipped();
            element = emptiedLate ? peekShared(waiting) : peekAlone(waiting);
        } while (isSkipped(element));
        return (E) element;
    }

    /** Takes the oldest element out if it is {@link #SKIPPED}; among many consumers another may have been first. */
    final void passSkipped() {
        if (!emptiedLate) {
            takeAlone(Waiting.RELAXED);
            addSkips(-1);
            return;
        }
        long index = consumerIndexAcquire();
        if (consumerLimitAcquire() - index <= 0) {
            return;
        }
        Object[] slots = consumerSlots;
        int position = Chunk.position(slots, index);
        if (isSkipped(Chunk.slotAcquire(slots, position)) && compareAndSetConsumerIndex(index, index + 1)) {
            Chunk.slotRelease(slots, position, null);
            addSkips(-1);
        }
    }

    /** Drains, for the only consumer of one producer; an element has left the queue before the receiver gets it. */
    @SuppressWarnings("unchecked")
    final int drainInTurn(Consumer<? super E> receiver, int limit) {
        int drained = 0;
        while (drained < limit) {
            Object element = takeInTurn();
            if (element == null) {
                break;
            }
            drained++;
            receiver.accept((E) element);
        }
        return drained;
    }

    /** Drains, for the only consumer of many producers; an element has left the queue before the receiver gets it. */
    final int drainAlone(Consumer<? super E> receiver, int limit) {
        int drained = 0;
        while (drained < limit) {
            if (peekAlone(Waiting.RELAXED) == null) {
                break;
            }
            drained += drainRun(receiver, limit - drained);
        }
        return drained;
    }

    /** Drains a run of elements in successive slots, as long as the receiver does not poll itself. */
    @SuppressWarnings("unchecked")
    private int drainRun(Consumer<? super E> receiver, int limit) {
        Object[] slots = consumerSlots;
        long index = consumerIndex;
        int from = Chunk.position(consumerMask, index);
        int end = from + Math.min(limit, Chunk.end(slots) - from);
        int skipped = 0;
        int position = from;
        while (position < end) {
            Object element = Chunk.slotAcquire(slots, position);
            if (element == null) {
                break;
            }
            slots[position] = null;
            index++;
            consumerIndexRelease(index);
            position++;
            if (isSkipped(element)) {
                addSkips(-1);
                skipped++;
            } else {
                receiver.accept((E) element);
            }
            if (consumerIndex != index) {
                break;
            }
        }
        return position - from - skipped;
    }

    /**
     * Whether to give up at an empty slot, the one at {@code index}: there is nothing, or a producer has claimed it
     * and not filled it. Not where another consumer has passed it meanwhile.
     */
    final boolean isStuck(long index, Waiting waiting) {
        if (consumerIndexVolatile() != index) {
            return false;
        }
        if (waiting == Waiting.RELAXED || isUnclaimed(index)) {
            return true;
        }
        Thread.onSpinWait();
        return false;
    }

    private boolean isUnclaimed(long index) {
        return consumerLimitAcquire() - index <= 0 && producerIndexVolatile() - index <= 0;
    }

    /** Returns whether to try again; false means that there is nothing. */
    final boolean hasMoreShared(long index) {
        Cursor cursor = consumers;
        long filled = producerIndexVolatile();
        if (filled - index <= 0) {
            return false;
        }
        long end = cursor.endAcquire();
        if (end - index > 0) {
            consumerLimitRelease(filled - end > 0 ? end : filled);
        } else if (cursor.tryLock()) {
            boolean entered = producerIndexVolatile() - cursor.end > 0;
            Chunk next = cursor.chunk.nextAcquire();
            if (entered && consumerIndexAcquire() == cursor.end && next != null) {
                leaveFor(next, cursor.end);
            }
            cursor.unlock();
        } else {
            Thread.onSpinWait();
        }
        return true;
    }
}
