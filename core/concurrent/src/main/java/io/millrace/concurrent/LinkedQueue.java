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

    /** How often a count begins again because consumers came past it. */
    private static final int COUNTS = 64;

    private static final int OVERTAKEN = -1;

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
        append(node, node);
        return true;
    }

    /** Appends nodes that are linked to each other. */
    private void append(Node from, Node to) {
        if (severalProducers) {
            getAndSetLastNode(to).nextRelease(from);
        } else {
            lastNode.nextRelease(from);
            lastNodeRelease(to);
        }
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

    private E take(Waiting waiting) {
        return severalConsumers ? takeShared(waiting) : takeAlone(waiting);
    }

    /** Small enough for the compiler to inline it wherever it is called, as is what it calls for an element. */
    private E takeAlone(Waiting waiting) {
        Node first = firstNode;
        Node second = first.nextAcquire();
        return second == null ? takeBehind(first, waiting) : take(first, second);
    }

    private E takeBehind(Node first, Waiting waiting) {
        if (severalProducers && waiting == Waiting.STRICT) {
            letGoOn(consumerIndex);
        }
        Node second = behind(first, waiting);
        return second == null ? null : take(first, second);
    }

    @SuppressWarnings("unchecked")
    private E take(Node first, Node second) {
        firstNodeRelease(second);
        consumerIndex++;
        E element = (E) second.take();
        first.leave();
        return element;
    }

    @SuppressWarnings("unchecked")
    private E takeShared(Waiting waiting) {
        while (true) {
            Node first = firstNodeAcquire();
            Node second = behind(first, waiting);
            if (second == null) {
                return null;
            }
            if (moveTo(first, second)) {
                E element = (E) second.take();
                first.leave();
                return element;
            }
        }
    }

    /** Makes the second node the first, unless another consumer was faster. */
    private boolean moveTo(Node first, Node second) {
        if (severalConsumers) {
            return second != first && compareAndSetFirstNode(first, second);
        }
        firstNodeRelease(second);
        return true;
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

    /**
     * Returns the node behind the first, which is itself once it has left; null if the queue is empty. Where the list
     * is torn it waits without a look at the last node, which other producers are exchanging meanwhile.
     */
    private Node behind(Node first, Waiting waiting) {
        Node second = first.nextAcquire();
        if (second != null || !severalProducers || waiting == Waiting.RELAXED || lastNodeVolatile() == first) {
            return second;
        }
        do {
            Thread.onSpinWait();
            second = first.nextAcquire();
        } while (second == null);
        return second;
    }

    @Override
    final int fillUpTo(Supplier<? extends E> supplier, int limit) {
        for (int filled = 0; filled < limit; filled++) {
            offer(supplier.get());
        }
        return limit;
    }

    /** Links the nodes to each other first, and all of them to the list then. */
    @Override
    final int fillFrom(Object[] elements, int from, int length) {
        if (length == 0) {
            return 0;
        }
        Node first = new Node(elements[from]);
        Node last = first;
        for (int i = from + 1; i < from + length; i++) {
            Node next = new Node(elements[i]);
            last.nextRelease(next);
            last = next;
        }
        append(first, last);
        return length;
    }

    @Override
    final int drainInto(Object[] target, int from, int length) {
        Class<?> type = target.getClass().getComponentType();
        int drained = 0;
        while (drained < length) {
            Node first = firstNodeAcquire();
            Node second = behind(first, Waiting.RELAXED);
            if (second == null) {
                break;
            }
            Object element = second.elementAcquire();
            if (second == first || firstNodeVolatile() != first) {
                continue;
            }
            if (!type.isInstance(element)) {
                if (drained == 0) {
                    throw notStorable(element, target);
                }
                break;
            }
            if (moveTo(first, second)) {
                target[from + drained] = second.take();
                first.leave();
                drained++;
            }
        }
        return drained;
    }

    @Override
    public final int capacity() {
        return UNBOUNDED;
    }

    /**
     * Counts the elements one by one, from the first node to the one that was the last at a moment when the first was
     * the first. All of them were in the queue at that moment, so there are never more than the queue had then. There
     * are fewer if the list is torn: what is behind the tear counts as one.
     */
    @Override
    public final int size() {
        for (int count = 0; count < COUNTS; count++) {
            Node first = firstNodeVolatile();
            Node last = lastNodeVolatile();
            if (firstNodeVolatile() == first) {
                int size = nodesBehind(first, last);
                if (size != OVERTAKEN) {
                    return size;
                }
            }
        }
        return isEmpty() ? 0 : 1;
    }

    private static int nodesBehind(Node first, Node last) {
        int nodes = 0;
        Node node = first;
        while (node != last && nodes < Integer.MAX_VALUE) {
            Node next = node.nextAcquire();
            if (next == node) {
                return OVERTAKEN;
            }
            nodes++;
            if (next == null) {
                break;
            }
            node = next;
        }
        return nodes;
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
