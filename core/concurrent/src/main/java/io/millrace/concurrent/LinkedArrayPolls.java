package io.millrace.concurrent;

import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * The consumers' side of a {@link LinkedArrayQueue}, for one thread and for many. The four subclasses for combinations
 * of producers and consumers use one of both, each with methods of its own: the compiler would compile a shared method
 * for all of them at once.
 */
abstract class LinkedArrayPolls<E> extends LinkedArrayOffers<E> {

    /**
     * How often the only consumer reads an empty slot before it reads the index of many producers. Each read of the
     * index takes the cache line from the producers that are about to claim in it. The reads of the slot take less time
     * than two pauses.
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
        return element == null ? takeUnseen(index) : element;
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
    final Object takeAlone(Strictness strictness) {
        long index = consumerIndex;
        Object element = takeSeenAlone(index);
        return element == null ? takeUnseen(index, strictness) : element;
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

    /** Takes an element that the first read of the slot did not find; before the end of the chunk there is none. */
    private Object takeUnseen(long index) {
        return index - consumers.end < 0 ? null : takeFound(index, Strictness.RELAXED);
    }

    /**
     * Takes an element that the first read of the slot did not find, where producers may have claimed the slot and not
     * filled it yet.
     */
    private Object takeUnseen(long index, Strictness strictness) {
        return strictness == Strictness.RELAXED ? takeUnseen(index) : takeFound(index, strictness);
    }

    private Object takeFound(long index, Strictness strictness) {
        Object element = findAlone(strictness);
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
    final Object peekAlone(Strictness strictness) {
        Object element = Chunk.slotAcquire(consumerSlots, Chunk.position(consumerMask, consumerIndex));
        return element != null ? element : findAlone(strictness);
    }

    /**
     * Finds the oldest element that the first read of the slot did not find: in the next chunk, or after a wait. Only
     * the producers' index shows that there is none; once it shows that there is one, the consumer waits for the slot
     * alone.
     */
    private Object findAlone(Strictness strictness) {
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
            if (element != null || strictness == Strictness.RELAXED || !claimedEarly) {
                return element;
            }
            if (looks == 0) {
                letProducersAdvance(index);
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
        moveConsumersTo(next, index);
        consumers.unlock();
        return true;
    }

    /** Takes the oldest element out, for one of many consumers; it may be {@link #SKIPPED}. */
    final Object takeShared(Strictness strictness) {
        while (true) {
            long index = consumerIndexAcquire();
            if (!isSlotCurrent(index)) {
                if (!seesEmptySlot(index, strictness) && !hasMoreShared(index)) {
                    return null;
                }
                continue;
            }
            Object[] slots = consumerSlots;
            int position = Chunk.position(slots, index);
            Object element = Chunk.slotAcquire(slots, position);
            if (element == null) {
                if (isStuck(index, strictness)) {
                    return null;
                }
            } else if (compareAndSetConsumerIndex(index, index + 1)) {
                slots[position] = null;
                return element;
            }
        }
    }

    /**
     * Returns whether the content of the slot of {@code index} was stored for this index, provided that this is still
     * the oldest one.
     */
    private boolean isSlotCurrent(long index) {
        return consumerLimitAcquire() - index > 0 || emptyAtAcquire() == index;
    }

    /**
     * Returns whether the slot of {@code index}, which has been the oldest one, is empty. If it is, a later content
     * comes from a producer that has claimed this index, so consumers need not read the producers' index. If it is not,
     * it may contain an element that another consumer has claimed and not yet taken out. An index that has passed never
     * recurs.
     */
    private boolean seesEmptySlot(long index, Strictness strictness) {
        if (consumers.endAcquire() - index <= 0) {
            return false;
        }
        Object[] slots = consumerSlots;
        boolean isEmpty = Chunk.slotAcquire(slots, Chunk.position(slots, index)) == null;
        if (isEmpty) {
            emptyAtRelease(index);
        }
        if (strictness == Strictness.STRICT) {
            pause();
        }
        return isEmpty;
    }

    /**
     * Takes the oldest element out, for one of many consumers where the only producer raises its index after it stores
     * the element: all elements below the limit are present. The consumer reads the element after the claim, while
     * another one claims the next. A consumer that raises the limit continues with the index that it has, since
     * consumers of bursts raise it for nearly every element.
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
    final Object peekShared(Strictness strictness) {
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
                if (isStuck(index, strictness)) {
                    return null;
                }
            } else if (consumerIndexVolatile() == index) {
                return element;
            }
        }
    }

    /** Polls again, after the poll that returned {@link #SKIPPED}. */
    @SuppressWarnings("unchecked")
    final E pollAfterSkipped(Strictness strictness) {
        Object element;
        do {
            addSkips(-1);
            element = emptiedLate ? takeShared(strictness) : takeAlone(strictness);
        } while (isSkipped(element));
        return (E) element;
    }

    /** Peeks again, where the oldest element is {@link #SKIPPED}. */
    @SuppressWarnings("unchecked")
    final E peekAfterSkipped(Strictness strictness) {
        Object element;
        do {
            removeSkipped();
            element = emptiedLate ? peekShared(strictness) : peekAlone(strictness);
        } while (isSkipped(element));
        return (E) element;
    }

    /** Takes the oldest element out if it is {@link #SKIPPED}; among many consumers another may have been first. */
    final void removeSkipped() {
        if (!emptiedLate) {
            takeAlone(Strictness.RELAXED);
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
            if (peekAlone(Strictness.RELAXED) == null) {
                break;
            }
            drained += drainRun(receiver, limit - drained);
        }
        return drained;
    }

    /** Drains a run of elements in successive slots, until the receiver polls itself. */
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
     * Returns whether to stop at the empty slot of {@code index}: there is no element, or a producer has claimed the
     * slot and not filled it. Returns false if another consumer has passed the slot meanwhile.
     */
    final boolean isStuck(long index, Strictness strictness) {
        if (consumerIndexVolatile() != index) {
            return false;
        }
        if (strictness == Strictness.RELAXED || isUnclaimed(index)) {
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
                moveConsumersTo(next, cursor.end);
            }
            cursor.unlock();
        } else {
            Thread.onSpinWait();
        }
        return true;
    }
}
