package io.millrace.concurrent;

/**
 * An unbounded queue for many producers and many consumers, with a node for each element: 24 bytes of garbage per
 * element, and nothing while it is empty. The queues of linked chunks are faster; this one has the smallest footprint
 * when it is almost always empty.
 */
public final class MpmcLinkedQueue<E> extends LinkedQueue<E> {

    /** Creates an empty queue. */
    public MpmcLinkedQueue() {
        super(Multiplicity.MANY, Multiplicity.MANY);
    }
}
