package io.millrace.concurrent;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * Adds waiting, time-outs and closing to any queue. A waiting thread idles by its strategy and tries again. So a thread
 * may wake as late as that strategy's longest sleep, and offers and polls do not pay for a signal. For platform and
 * virtual threads, as many on each side as the queue allows.
 *
 * <p>After {@link #close} no element is added; those in the queue can still be taken. A concurrent offer may still
 * succeed, and its element is taken or left in the queue.
 */
public final class BlockingFacade<E> implements AutoCloseable {

    private final MessagePassingQueue<E> queue;
    private final Supplier<? extends IdleStrategy> strategies;
    private volatile boolean closed;

    /**
     * Creates a facade of {@code queue} with the default idle strategy.
     *
     * @param queue the queue, which may be used directly as well
     */
    public BlockingFacade(MessagePassingQueue<E> queue) {
        this(queue, IdleStrategies::defaultStrategy);
    }

    /**
     * Creates a facade of {@code queue}.
     *
     * @param queue the queue, which may be used directly as well
     * @param strategies creates the idle strategy of each wait
     */
    public BlockingFacade(MessagePassingQueue<E> queue, Supplier<? extends IdleStrategy> strategies) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.strategies = Objects.requireNonNull(strategies, "strategies");
    }

    /**
     * Offers an element, and waits while the queue is full.
     *
     * @return false if the facade was closed before there was space
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public boolean put(E element) throws InterruptedException {
        return offer(element, Long.MAX_VALUE);
    }

    /**
     * Offers an element, and waits for space for a time.
     *
     * @param element the element
     * @param timeoutNs how long to wait at most, in nanoseconds; zero or less does not wait
     * @return false if there was no space in that time, or the facade was closed
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public boolean offer(E element, long timeoutNs) throws InterruptedException {
        if (closed) {
            return false;
        }
        if (queue.offer(element)) {
            return true;
        }
        long startNs = System.nanoTime();
        IdleStrategy idle = strategies.get();
        while (!closed && System.nanoTime() - startNs < timeoutNs) {
            await(idle);
            if (!closed && queue.offer(element)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits for an element.
     *
     * @return the element; null if the facade was closed and the queue is empty
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public E take() throws InterruptedException {
        return poll(Long.MAX_VALUE);
    }

    /**
     * Waits for an element.
     *
     * @param timeoutNs how long to wait at most, in nanoseconds; zero or less does not wait
     * @return the element; null if there was none in that time, or the facade was closed and the queue is empty
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public E poll(long timeoutNs) throws InterruptedException {
        E element = queue.poll();
        if (element != null) {
            return element;
        }
        long startNs = System.nanoTime();
        IdleStrategy idle = strategies.get();
        while (System.nanoTime() - startNs < timeoutNs) {
            // read before the queue: an element offered before the close is found after it
            boolean ended = closed;
            element = queue.poll();
            if (element != null || ended) {
                return element;
            }
            await(idle);
        }
        return queue.poll();
    }

    /**
     * Offers a range of an array, and waits whenever the queue is full.
     *
     * @param elements none of the range null; no thread changes them during the call
     * @param from the index of the first, 0 or more
     * @param length how many, 0 or more
     * @param timeoutNs how long to wait at most, in nanoseconds; zero or less does not wait
     * @return how many were offered, the first ones; fewer than {@code length} if time was up or the facade was closed
     * @throws InterruptedException if the thread was interrupted while it waited and had offered none
     * @throws NullPointerException if one is null; then none was offered
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    public int offer(E[] elements, int from, int length, long timeoutNs) throws InterruptedException {
        int offered = closed ? 0 : queue.fill(elements, from, length);
        if (offered == length) {
            return offered;
        }
        long startNs = System.nanoTime();
        IdleStrategy idle = strategies.get();
        while (offered < length && !closed && System.nanoTime() - startNs < timeoutNs) {
            if (offered == 0) {
                await(idle);
            } else if (Thread.currentThread().isInterrupted()) {
                break; // the caller has to know how many were offered
            } else {
                idle.idle();
            }
            if (!closed) {
                int more = queue.fill(elements, from + offered, length - offered);
                offered += more;
                if (more > 0) {
                    idle.reset();
                }
            }
        }
        return offered;
    }

    /**
     * Waits for an element, and polls all that are in the queue into a range of an array.
     *
     * @param target gets the elements
     * @param from the index of the first, 0 or more
     * @param length how many at most, 0 or more
     * @param timeoutNs how long to wait at most, in nanoseconds; zero or less does not wait
     * @return how many there were; 0 if there was none in that time, or the facade was closed and the queue is empty
     * @throws InterruptedException if the thread was interrupted while it waited
     * @throws ArrayStoreException if the array cannot hold the oldest element, which stays in the queue
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    public int poll(E[] target, int from, int length, long timeoutNs) throws InterruptedException {
        int polled = queue.drain(target, from, length);
        if (polled > 0 || length == 0) {
            return polled;
        }
        long startNs = System.nanoTime();
        IdleStrategy idle = strategies.get();
        while (System.nanoTime() - startNs < timeoutNs) {
            // read before the queue: an element offered before the close is found after it
            boolean ended = closed;
            polled = queue.drain(target, from, length);
            if (polled > 0 || (ended && queue.isEmpty())) {
                return polled;
            }
            await(idle);
        }
        return queue.drain(target, from, length);
    }

    /** Closes the facade: waiting producers are refused, waiting consumers get the remaining elements and then null. */
    @Override
    public void close() {
        closed = true;
    }

    /** Returns whether {@link #close} was called. */
    public boolean isClosed() {
        return closed;
    }

    private static void await(IdleStrategy idle) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("waiting on a queue");
        }
        idle.idle();
    }
}
