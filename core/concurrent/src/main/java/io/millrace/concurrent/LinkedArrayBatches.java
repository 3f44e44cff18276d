package io.millrace.concurrent;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Batches from and into arrays, for single-threaded and shared sides: a thread claims a run of successive slots at
 * once, copies it at once, and publishes it to the other side by one store.
 *
 * <p>A producer stores the first element of a run last, since no consumer reaches the others before it has taken the
 * first. Where there is one producer and one consumer, the consumer empties the slots of a run in order, since an empty
 * slot means to the producer that all slots before it are empty. All other threads look only at the slot that they use
 * next.
 */
abstract class LinkedArrayBatches<E> extends LinkedArrayPolls<E> {

    LinkedArrayBatches(ChunkPolicy policy, Multiplicity producerThreads, Multiplicity consumerThreads) {
        super(policy, producerThreads, consumerThreads);
    }

    /** Offers elements, none of them null, for the only producer. */
    final int fillAlone(Object[] elements, int from, int length) {
        int filled = 0;
        while (filled < length) {
            int run;
            try {
                run = rowOfSlots(length - filled);
            } catch (OutOfMemoryError e) {
                run = throwIfNone(e, filled);
            }
            if (run == 0) {
                break;
            }
            long index = producerIndex;
            store(elements, from + filled, producerSlots, Chunk.position(producerMask, index), run);
            producerIndexRelease(index + run);
            filled += run;
        }
        return filled;
    }

    /** Offers elements, none of them null, for one of many producers. */
    final int fillShared(Object[] elements, int from, int length) {
        int filled = 0;
        while (filled < length) {
            long index = producerIndexAcquire();
            long room = producerLimitAcquire() - index;
            if (room <= 0) {
                boolean again;
                try {
                    again = hasRoomShared(index, Strictness.RELAXED);
                } catch (OutOfMemoryError e) {
                    again = throwIfNone(e, filled) > 0;
                }
                if (again) {
                    continue;
                }
                break;
            }
            Object[] slots = producerSlots;
            int position = Chunk.position(slots, index);
            int run = (int) Math.min(room, Math.min(length - filled, Chunk.end(slots) - position));
            if (compareAndSetProducerIndex(index, index + run)) {
                store(elements, from + filled, slots, position, run);
                filled += run;
            }
        }
        return filled;
    }

    /**
     * Returns 0 after an error, and throws it if the batch has offered none. After a part of a batch, the caller has to
     * know which part was offered, and meets the error again with the rest.
     */
    private static int throwIfNone(OutOfMemoryError error, int filled) {
        if (filled == 0) {
            throw error;
        }
        return 0;
    }

    /** Stores a run. The fence comes first for iterators, which do not stop at the first slot while it is empty. */
    private static void store(Object[] elements, int from, Object[] slots, int position, int run) {
        VarHandle.releaseFence();
        System.arraycopy(elements, from + 1, slots, position + 1, run - 1);
        Chunk.slotRelease(slots, position, elements[from]);
    }

    /** Polls into an array, for the only consumer. */
    final int drainAlone(Object[] target, int from, int most) {
        int length = most;
        int drained = 0;
        while (drained < length) {
            Object first = peekAlone(Strictness.RELAXED);
            if (first == null) {
                break;
            }
            if (isSkipped(first)) {
                removeSkipped();
                continue;
            }
            Object[] slots = consumerSlots;
            long index = consumerIndex;
            int position = Chunk.position(consumerMask, index);
            int run = claimedEarly
                    ? present(slots, position, length - drained)
                    : filled(slots, position, length - drained);
            try {
                System.arraycopy(slots, position, target, from + drained, run);
            } catch (ArrayStoreException e) {
                run = storable(slots, position, run, target);
                if (run + drained == 0) {
                    throw notStorable(first, target);
                }
                length = drained + run;
            }
            emptyRun(slots, position, run, index);
            drained += run;
        }
        return drained;
    }

    private void emptyRun(Object[] slots, int position, int run, long index) {
        if (claimedEarly) {
            Arrays.fill(slots, position, position + run, null);
            consumerIndexRelease(index + run);
            return;
        }
        consumerIndexRelease(index + run);
        for (int i = position; i < position + run; i++) {
            Chunk.slotRelease(slots, i, null);
        }
    }

    /** Polls into an array, for one of many consumers, which claim only what the array can hold. */
    final int drainShared(Object[] target, int from, int length) {
        int drained = 0;
        while (drained < length) {
            long index = consumerIndexAcquire();
            long ready = consumerLimitAcquire() - index;
            if (ready <= 0) {
                if (!hasMoreShared(index)) {
                    break;
                }
                continue;
            }
            Object[] slots = consumerSlots;
            int position = Chunk.position(slots, index);
            int found = present(slots, position, (int) Math.min(ready, length - drained));
            int run = storable(slots, position, found, target);
            if (run == 0) {
                Object first = Chunk.slotAcquire(slots, position);
                if (isSkipped(first)) {
                    removeSkipped();
                } else if (isStuck(index, Strictness.RELAXED)) {
                    if (found > 0 && first != null && drained == 0) {
                        throw notStorable(first, target);
                    }
                    break;
                }
            } else if (compareAndSetConsumerIndex(index, index + run)) {
                System.arraycopy(slots, position, target, from + drained, run);
                Arrays.fill(slots, position, position + run, null);
                drained += run;
            }
        }
        return drained;
    }

    /** Returns how many successive slots from a position on are not null, at most {@code most}. */
    private static int filled(Object[] slots, int position, int most) {
        int end = position + Math.min(most, Chunk.end(slots) - position);
        int next = position;
        while (next < end && slots[next] != null) {
            next++;
        }
        VarHandle.acquireFence();
        return next - position;
    }

    /** Returns how many successive slots from a position on have elements, at most {@code most}. */
    private static int present(Object[] slots, int position, int most) {
        int end = position + Math.min(most, Chunk.end(slots) - position);
        int next = position;
        while (next < end && slots[next] != null && !isSkipped(slots[next])) {
            next++;
        }
        VarHandle.acquireFence();
        return next - position;
    }

    /** Returns how many of {@code run} elements an array can hold; meanwhile other consumers may take them. */
    private static int storable(Object[] slots, int position, int run, Object[] target) {
        Class<?> type = target.getClass().getComponentType();
        if (type.equals(Object.class)) {
            return run;
        }
        Class<?> known = null;
        for (int i = 0; i < run; i++) {
            Object element = slots[position + i];
            if (element == null) {
                return i;
            }
            if (!element.getClass().equals(known)) {
                known = element.getClass();
                if (!type.isAssignableFrom(known)) {
                    return i;
                }
            }
        }
        return run;
    }
}
