package io.millrace.concurrent;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A queue that watches the sides which are for one thread: the first thread that comes owns its side, and another is
 * refused with an exception that names both. Two consumers of a queue for one can otherwise wait for ever, and lose or
 * double elements, far from the mistake. It costs a volatile read an operation.
 */
public final class CheckedQueue<E> extends AbstractQueue<E> implements MessagePassingQueue<E> {

    private final MessagePassingQueue<E> queue;
    private final boolean oneProducer;
    private final boolean oneConsumer;
    private final AtomicReference<Thread> producer = new AtomicReference<>();
    private final AtomicReference<Thread> consumer = new AtomicReference<>();

    /**
     * Watches {@code queue}, which must not be used but through this.
     *
     * @param queue the queue
     * @param producers how many threads may offer to it
     * @param consumers how many may poll, peek and drain
     */
    public CheckedQueue(MessagePassingQueue<E> queue, Multiplicity producers, Multiplicity consumers) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.oneProducer = producers == Multiplicity.ONE;
        this.oneConsumer = consumers == Multiplicity.ONE;
    }

    /** Forgets both owners, for a hand-over after which other threads use the sides. */
    public void forgetOwners() {
        producer.set(null);
        consumer.set(null);
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
        if (oneProducer) {
            check(producer, "producer");
        }
    }

    private void checkConsumer() {
        if (oneConsumer) {
            check(consumer, "consumer");
        }
    }

    private void check(AtomicReference<Thread> owner, String side) {
        Thread caller = Thread.currentThread();
        Thread known = owner.get();
        if (known == null) {
            known = owner.compareAndExchange(null, caller);
        }
        if (known != null && !known.equals(caller)) {
            throw new IllegalStateException("a second thread uses a side of a queue that is for one: side=" + side
                    + " owner=" + known + " intruder=" + caller + " queue="
                    + queue.getClass().getSimpleName());
        }
    }
}
