package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the consumers of a queue work with for every element, as {@link QueueProducers} is for producers. */
abstract class QueueConsumers<E> extends QueueMiddle<E> {

    /** Pauses of a consumer that has come to the end: less than a line takes from a processor to another and back. */
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

    /** How many elements were polled; wraps around. */
    long consumerIndex;

    /** Below it, consumers need not look at the producers' index; at most the end of the chunk. For many consumers. */
    @SuppressWarnings("unused") // through its handle
    private long consumerLimit;

    /** The slots of the chunk in which the index is. */
    Object[] consumerSlots;

    /** Which bits of an index are the number of its slot, for the only consumer. */
    int consumerMask;

    /** The node in front of the oldest element, of a linked queue. */
    Node firstNode;

    /** The index at which a consumer last came to the end: its slot was seen empty once it was the oldest one. */
    private long emptyAt;

    /**
     * Lets producers go on by some elements, once, when a consumer has come to the end. Who takes faster than others
     * offer is there again after each element, and both sides write the same lines for each.
     */
    final void letGoOn(long index) {
        if (emptyAt != index) {
            emptyAt = index;
            pause();
        }
    }

    static void pause() {
        Waiting.pause(PAUSES);
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
