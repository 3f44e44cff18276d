package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The fields that consumers of a queue use for every element, as {@link QueueProducers} are for producers. */
abstract class QueueConsumers<E> extends QueueMiddlePadding<E> {

    /**
     * Pauses of a consumer that has reached the end: less time than a cache line takes to another processor and back.
     */
    private static final int PAUSES = 4;

    static final VarHandle CONSUMER_INDEX;
    private static final VarHandle LIMIT;
    private static final VarHandle EMPTY_AT;
    private static final VarHandle FIRST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CONSUMER_INDEX = lookup.findVarHandle(QueueConsumers.class, "consumerIndex", long.class);
            LIMIT = lookup.findVarHandle(QueueConsumers.class, "consumerLimit", long.class);
            EMPTY_AT = lookup.findVarHandle(QueueConsumers.class, "emptyAt", long.class);
            FIRST = lookup.findVarHandle(QueueConsumers.class, "firstNode", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The number of elements polled; wraps around. */
    long consumerIndex;

    /**
     * The index below which consumers need not read the producers' index; at most the end of the chunk. For many
     * consumers.
     */
    @SuppressWarnings("unused") // accessed by its VarHandle
    private long consumerLimit;

    /** The slots of the chunk that contains the index. */
    Object[] consumerSlots;

    /** The bits of an index that are the number of its slot, for the only consumer. */
    int consumerMask;

    /** The node before the oldest element, in a linked queue. */
    Node firstNode;

    /** The index at which a consumer last reached the end: its slot was seen empty while it was the oldest one. */
    private long emptyAt;

    /**
     * Lets producers advance by some elements, once, when a consumer has reached the end. A consumer that is faster
     * than the producers would otherwise come back after each element, and both sides would write the same cache lines
     * for each.
     */
    final void letProducersAdvance(long index) {
        if (emptyAt != index) {
            emptyAt = index;
            pause();
        }
    }

    static void pause() {
        Strictness.pause(PAUSES);
    }

    final long emptyAtAcquire() {
        return (long) EMPTY_AT.getAcquire(this);
    }

    final void emptyAtRelease(long value) {
        EMPTY_AT.setRelease(this, value);
    }

    final long consumerIndexAcquire() {
        return (long) CONSUMER_INDEX.getAcquire(this);
    }

    final long consumerIndexVolatile() {
        return (long) CONSUMER_INDEX.getVolatile(this);
    }

    final void consumerIndexRelease(long value) {
        CONSUMER_INDEX.setRelease(this, value);
    }

    final boolean compareAndSetConsumerIndex(long expected, long value) {
        return CONSUMER_INDEX.compareAndSet(this, expected, value);
    }

    final long consumerLimitAcquire() {
        return (long) LIMIT.getAcquire(this);
    }

    final void consumerLimitRelease(long value) {
        LIMIT.setRelease(this, value);
    }

    final Node firstNodeAcquire() {
        return (Node) FIRST.getAcquire(this);
    }

    final Node firstNodeVolatile() {
        return (Node) FIRST.getVolatile(this);
    }

    final void firstNodeRelease(Node node) {
        FIRST.setRelease(this, node);
    }

    final boolean compareAndSetFirstNode(Node expected, Node node) {
        return FIRST.compareAndSet(this, expected, node);
    }
}
