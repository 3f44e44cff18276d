package io.millrace.concurrent;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Iterates over the nodes from the first to the one that was the last at the start, or to where the list is torn. After
 * a node that has left the queue it continues at the first, since all nodes before that have left too.
 */
final class NodeIterator<E> implements Iterator<E> {

    private final LinkedQueue<E> queue;
    private final Node last;
    private Node node;
    private Object found;

    NodeIterator(LinkedQueue<E> queue, Node last) {
        this.queue = queue;
        this.last = last;
        this.node = queue.firstNodeVolatile();
        find();
    }

    @Override
    public boolean hasNext() {
        return found != null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E next() {
        if (found == null) {
            throw new NoSuchElementException();
        }
        E next = (E) found;
        find();
        return next;
    }

    private void find() {
        found = null;
        while (found == null && node != null && node != last) {
            Node next = node.nextAcquire();
            node = next == node ? queue.firstNodeVolatile() : next;
            if (node != null && next == node) {
                found = node.elementAcquire();
            }
        }
    }
}
