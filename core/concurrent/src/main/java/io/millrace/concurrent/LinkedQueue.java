package io.millrace.concurrent;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A list of nodes. The first node has no element: the oldest element is in the second node, which becomes the first
 * when the element is taken.
 *
 * <p>The only producer links a node and then makes it the last. Many producers exchange the last node for theirs, which
 * never fails, and then link it to the node that they replaced. Between both steps the list is torn, and a strict poll
 * waits. The exchange is the moment at which an element enters the queue (D. Vyukov's non-intrusive queue). Many
 * consumers move the first node by compare-and-set (M. Michael and M. Scott, Simple, Fast, and Practical Non-Blocking
 * and Blocking Concurrent Queue Algorithms, 1996); nodes are not reused, so there is no ABA problem. A node that has
 * left points to itself.
 */
abstract class LinkedQueue<E> extends QueueBackPadding<E> {

    /** How often a count starts again because consumers passed its position. */
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

    /** Returns true: there is always room, and no other thread can prevent the offer. */
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
        return take(Strictness.STRICT);
    }

    @Override
    public final E relaxedPoll() {
        return take(Strictness.RELAXED);
    }

    private E take(Strictness strictness) {
        return severalConsumers ? takeShared(strictness) : takeAlone(strictness);
    }

    /**
     * Polls, for the only consumer. This method and those that it calls for an element are small enough for the
     * compiler to inline them wherever they are called.
     */
    private E takeAlone(Strictness strictness) {
        Node first = firstNode;
        Node second = first.nextAcquire();
        return second == null ? takeUnseen(first, strictness) : take(first, second);
    }

    private E takeUnseen(Node first, Strictness strictness) {
        if (severalProducers && strictness == Strictness.STRICT) {
            letProducersAdvance(consumerIndex);
        }
        Node second = second(first, strictness);
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
    private E takeShared(Strictness strictness) {
        while (true) {
            Node first = firstNodeAcquire();
            Node second = second(first, strictness);
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
        return peek(Strictness.STRICT);
    }

    @Override
    public final E relaxedPeek() {
        return peek(Strictness.RELAXED);
    }

    @SuppressWarnings("unchecked")
    private E peek(Strictness strictness) {
        while (true) {
            Node first = firstNodeAcquire();
            Node second = second(first, strictness);
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
     * Returns the second node, which is the first itself if that has left; null if the queue is empty. Where the list
     * is torn it waits without reading the last node, which other producers are exchanging meanwhile.
     */
    private Node second(Node first, Strictness strictness) {
        Node second = first.nextAcquire();
        if (second != null || !severalProducers || strictness == Strictness.RELAXED || lastNodeVolatile() == first) {
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

    /** Links the nodes to each other first, and then all of them to the list. */
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
            Node second = second(first, Strictness.RELAXED);
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
     * Counts the elements one by one, from the first node to the node that was the last at a moment when the first was
     * the first. All of them were in the queue at that moment, so the result is never more than the queue had then. It
     * is less if the list is torn: all nodes after the tear count as one.
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

    /** Returns an iterator from the oldest element on; it leaves out elements that are taken meanwhile. */
    @Override
    public final Iterator<E> iterator() {
        return new NodeIterator<>(this, lastNodeVolatile());
    }
}
