package io.millrace.concurrent;

/**
 * An unbounded queue for one producer and one consumer, with a node for each element: 24 bytes of garbage per element,
 * and nothing while it is empty. The queues of linked chunks are faster; this one has the smallest footprint when it is
 * almost always empty.
 */
public final class SpscLinkedQueue<E> extends LinkedQueue<E> {

    /** Creates an empty queue. */
    public SpscLinkedQueue() {
        super(Multiplicity.ONE, Multiplicity.ONE);
    }
}
