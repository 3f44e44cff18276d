package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the producers of a queue work with for every element, in the queue itself: a store and the next load
 * of the same field are forwarded at once only while both have the same address register, and that of the queue stays.
 */
abstract class QueueProducers<E> extends QueueFront<E> {

    /** Pauses of a producer that has found no room: some hundred nanoseconds, in which consumers take some lines. */
    private static final int PAUSES = 16;

    private static final VarHandle INDEX;
    private static final VarHandle LIMIT;
    private static final VarHandle LAST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            INDEX = lookup.findVarHandle(QueueProducers.class, "producerIndex", long.class);
            LIMIT = lookup.findVarHandle(QueueProducers.class, "producerLimit", long.class);
            LAST = lookup.findVarHandle(QueueProducers.class, "lastNode", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** How many elements were offered; wraps around. */
    long producerIndex;

    /** Below it, producers need not look at the consumers' index; at most the end of the chunk. */
    long producerLimit;

    /** Up to this index there is room in the queue, as far as the only producer knows; it may be in a later chunk. */
    long roomEnd;

    /** The slots of the chunk in which the index is. */
    Object[] producerSlots;

    /** Which bits of an index are the number of its slot, for the only producer. */
    int producerMask;

    /** The first index whose slot is still where it was filled, in a ring of one chunk that was replaced. */
    long placesFrom;

    /** Of the chunks that are kept to be used again, the one that was entered last; behind it stands the first. */
    Chunk newestKept;

    /** Slots of all chunks that are kept. */
    int keptSlots;

    /** The newest node, of a linked queue. */
    Node lastNode;

    /** The index for which a producer last found no room, and paused. */
    private long refusedAt = -1;

    /**
     * Lets consumers go on by some elements, once, when there is no room for the element of an index. Who offers again
     * at once would take the line of the consumers' index from them for each element that they take.
     */
    final void letConsumersGoOn(long index) {
        if (refusedAt != index) {
            refusedAt = index;
            Waiting.pause(PAUSES);
        }
    }

    final long producerIndexAcquire() {
        return (long) INDEX.getAcquire(this);
    }

    final long producerIndexVolatile() {
        return (long) INDEX.getVolatile(this);
    }

    final void producerIndexRelease(long value) {
        INDEX.setRelease(this, value);
    }

    final boolean compareAndSetProducerIndex(long expected, long value) {
        return INDEX.compareAndSet(this, expected, value);
    }

    final long producerLimitAcquire() {
        return (long) LIMIT.getAcquire(this);
    }

    final void producerLimitRelease(long value) {
        LIMIT.setRelease(this, value);
    }

    final Node lastNodeVolatile() {
        return (Node) LAST.getVolatile(this);
    }

    final void lastNodeRelease(Node node) {
        LAST.setRelease(this, node);
    }

    final Node getAndSetLastNode(Node node) {
        return (Node) LAST.getAndSet(this, node);
    }
}
