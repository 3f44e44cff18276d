package io.millrace.concurrent;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A list of nodes. The first has no element: the oldest element is in the one behind it, which becomes the first when
 * the element is taken.
 *
 * <p>The only producer links a node and then makes it the last. Many producers exchange the last node for theirs, which
 * never fails, and then link it behind the one they got; in between the list is torn, and a strict poll waits. The
 * exchange is the moment at which an element is in the queue (D. Vyukov's non-intrusive queue). Many consumers move the
 * first node by compare-and-set (M. Michael and M. Scott, Simple, Fast, and Practical Non-Blocking and Blocking
 * Concurrent Queue Algorithms, 1996); nodes are not used again, so it cannot be deceived. A node that has left points
 * to itself.
 */
abstract class LinkedQueue<E> extends QueueBack<E> {

    private final boolean severalProducers;
    private final boolean severalConsumers;

    LinkedQueue(Multiplicity producerThreads, Multiplicity consumerThreads) {
        severalProducers = producerThreads == Multiplicity.MANY;
        severalConsumers = consumerThreads == Multiplicity.MANY;
        Node node = new Node(null);
        firstNodeRelease(node);
        lastNodeRelease(node);
    }

    /** Returns true: there is always room, and no other thread in the way. */
    @Override
    public final boolean offer(E element) {
        Node node = new Node(Objects.requireNonNull(element, "element"));
        if (severalProducers) {
            getAndSetLastNode(node).nextRelease(node);
        } else {
            lastNode.nextRelease(node);
            lastNodeRelease(node);
        }
        return true;
    }

    @Override
    public final boolean relaxedOffer(E element) {
        return offer(element);
    }

    @Override
    public final E poll() {
        return take(Waiting.STRICT);
    }

    @Override
    public final E relaxedPoll() {
        return take(Waiting.RELAXED);
    }

    @SuppressWarnings("unchecked")
    private E take(Waiting waiting) {
        while (true) {
            Node first = firstNodeAcquire();
            Node second = behind(first, waiting);
            if (second == null) {
                return null;
            }
            if (severalConsumers) {
                if (second == first || !compareAndSetFirstNode(first, second)) {
                    continue;
                }
            } else {
                firstNodeRelease(second);
            }
            E element = (E) second.take();
            first.leave();
            return element;
        }
    }

    @Override
    public final E peek() {
        return peek(Waiting.STRICT);
    }

    @Override
    public final E relaxedPeek() {
        return peek(Waiting.RELAXED);
    }

    @SuppressWarnings("unchecked")
    private E peek(Waiting waiting) {
        while (true) {
            Node first = firstNodeAcquire();
            Node second = behind(first, waiting);
            if (second == null) {
                return null;
            }
            E element = (E) second.elementAcquire();
            if (second != first && firstNodeVolatile() == first) {
                return element;
            }
        }
    }

    /** Returns the node behind the first, which is itself once it has left; null if the queue is empty. */
    private Node behind(Node first, Waiting waiting) {
        while (true) {
            Node second = first.nextAcquire();
            if (second != null || !severalProducers || waiting == Waiting.RELAXED || lastNodeVolatile() == first) {
                return second;
            }
            Thread.onSpinWait();
        }
    }

    @Override
    final int fillUpTo(Supplier<? extends E> supplier, int limit) {
        for (int filled = 0; filled < limit; filled++) {
            offer(supplier.get());
        }
        return limit;
    }

    @Override
    public final int capacity() {
        return UNBOUNDED;
    }

    /** Counts the elements one by one. */
    @Override
    public final int size() {
        int size = 0;
        for (Iterator<E> elements = iterator(); size < Integer.MAX_VALUE && elements.hasNext(); elements.next()) {
            size++;
        }
        return size;
    }

    @Override
    public final boolean isEmpty() {
        while (true) {
            Node first = firstNodeVolatile();
            Node second = first.nextAcquire();
            if (second == null) {
                return !severalProducers || lastNodeVolatile() == first;
            }
            if (second != first) {
                return false;
            }
        }
    }

    /** Returns an iterator from the oldest element on; it passes over what is taken meanwhile. */
    @Override
    public final Iterator<E> iterator() {
        return new NodeIterator<>(this, lastNodeVolatile());
    }
}
