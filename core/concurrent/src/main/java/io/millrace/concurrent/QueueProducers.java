package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The fields that producers of a queue use for every element. They are in the queue itself: a processor forwards a
 * store to the next load of the same field at once only while both use the same address register, and the register of
 * the queue does not change.
 */
abstract class QueueProducers<E> extends QueueFrontPadding<E> {

    /**
     * Pauses of a producer that has found no room: some hundred nanoseconds, in which consumers take some cache lines.
     */
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

    /** The number of elements offered; wraps around. */
    long producerIndex;

    /** The index below which producers need not read the consumers' index; at most the end of the chunk. */
    long producerLimit;

    /** The index up to which the queue has room, as far as the only producer knows; it may be in a later chunk. */
    long roomEnd;

    /** The slots of the chunk that contains the index. */
    Object[] producerSlots;

    /** The bits of an index that are the number of its slot, for the only producer. */
    int producerMask;

    /** The first index whose slot is still the one that was filled, in a ring of one chunk that was replaced. */
    long slotsValidFrom;

    /** The chunk entered last of those that are kept for reuse; the oldest is the next one. */
    Chunk newestKept;

    /** The number of slots of all kept chunks. */
    int keptSlots;

    /** The newest node, in a linked queue. */
    Node lastNode;

    /** The index for which a producer last found no room, and paused. */
    private long refusedAt = -1;

    /**
     * Lets consumers advance by some elements, once, when there is no room for the element of an index. A producer that
     * offered again at once would take the cache line of the consumers' index from them for each element.
     */
    final void letConsumersAdvance(long index) {
        if (refusedAt != index) {
            refusedAt = index;
            Strictness.pause(PAUSES);
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
