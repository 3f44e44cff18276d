package io.millrace.concurrent;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A queue that checks its single-threaded sides. The first thread owns its side, and another one gets a {@link
 * WrongThreadException} that names both, until the owner has handed the side over or has ended; see {@link
 * ThreadOwner}. Without the check, two consumers of a single-consumer queue may wait for ever, and lose or duplicate
 * elements. The check costs a call, a load and a comparison per operation.
 */
public final class CheckedQueue<E> extends AbstractQueue<E> implements MessagePassingQueue<E> {

    private final MessagePassingQueue<E> queue;
    private final ThreadOwner producer;
    private final ThreadOwner consumer;

    /**
     * Checks the uses of {@code queue}, which must be used through this object only.
     *
     * @param queue the queue
     * @param producers how many threads may offer to it
     * @param consumers how many may poll, peek and drain
     */
    public CheckedQueue(MessagePassingQueue<E> queue, Multiplicity producers, Multiplicity consumers) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.producer = owner("producer", producers);
        this.consumer = owner("consumer", consumers);
    }

    /** Returns the owner check of a side, or null for a side for many threads. */
    private ThreadOwner owner(String side, Multiplicity threads) {
        Objects.requireNonNull(threads, side);
        return threads == Multiplicity.ONE
                ? new ThreadOwner(side, queue.getClass().getSimpleName(), OwnerCheck.ON)
                : null;
    }

    /**
     * Leaves the producers' side without an owner; the next thread that offers becomes the owner. Does nothing if
     * the side is for many threads.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOverProducer() {
        if (producer != null) {
            producer.handOver();
        }
    }

    /**
     * Leaves the consumers' side without an owner; the next thread that polls, peeks or drains becomes the owner.
     * Does nothing if the side is for many threads.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOverConsumer() {
        if (consumer != null) {
            consumer.handOver();
        }
    }

    @Override
    public boolean offer(E element) {
        checkProducer();
        return queue.offer(element);
    }

    @Override
    public boolean relaxedOffer(E element) {
        checkProducer();
        return queue.relaxedOffer(element);
    }

    @Override
    public int fill(Supplier<? extends E> supplier, int limit) {
        checkProducer();
        return queue.fill(supplier, limit);
    }

    @Override
    public int fill(E[] elements, int from, int length) {
        checkProducer();
        return queue.fill(elements, from, length);
    }

    @Override
    public E poll() {
        checkConsumer();
        return queue.poll();
    }

    @Override
    public E relaxedPoll() {
        checkConsumer();
        return queue.relaxedPoll();
    }

    @Override
    public E peek() {
        checkConsumer();
        return queue.peek();
    }

    @Override
    public E relaxedPeek() {
        checkConsumer();
        return queue.relaxedPeek();
    }

    @Override
    public int drain(Consumer<? super E> receiver, int limit) {
        checkConsumer();
        return queue.drain(receiver, limit);
    }

    @Override
    public int drain(E[] target, int from, int length) {
        checkConsumer();
        return queue.drain(target, from, length);
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public Iterator<E> iterator() {
        return queue.iterator();
    }

    @Override
    public boolean remove(Object element) {
        return queue.remove(element);
    }

    private void checkProducer() {
        if (producer != null) {
            producer.check();
        }
    }

    private void checkConsumer() {
        if (consumer != null) {
            consumer.check();
        }
    }
}
