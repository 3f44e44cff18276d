package io.millrace.concurrent;

/**
 * An unbounded queue for many producers and one consumer, with a node for each element: 24 bytes of garbage per
 * element, and nothing while it is empty. The queues of linked chunks are faster; this one has the smallest footprint
 * when it is almost always empty.
 */
public final class MpscLinkedQueue<E> extends LinkedQueue<E> {

    /** Creates an empty queue. */
    public MpscLinkedQueue() {
        super(Multiplicity.MANY, Multiplicity.ONE);
    }
}
