package io.millrace.concurrent;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * Waits, with time-outs and an end, on the sides of any queue. A thread that waits idles as its strategy says and looks
 * again, so it wakes as late as that strategy's longest sleep, and whoever offers or polls never pays for a signal. For
 * platform and virtual threads; how many may be on each side is what the queue allows.
 *
 * <p>After {@link #close} nothing more goes in; what is in the queue can still be taken. An offer that is under way at
 * that moment in another thread may still succeed, and its element is taken or left in the queue.
 */
public final class BlockingFacade<E> implements AutoCloseable {

    private final MessagePassingQueue<E> queue;
    private final Supplier<? extends IdleStrategy> strategies;
    private volatile boolean closed;

    /**
     * Waits on {@code queue} with the default idle strategy.
     *
     * @param queue the queue, which may be used directly as well
     */
    public BlockingFacade(MessagePassingQueue<E> queue) {
        this(queue, IdleStrategies::defaultStrategy);
    }

    /**
     * Waits on {@code queue}.
     *
     * @param queue the queue, which may be used directly as well
     * @param strategies makes the idle strategy of each wait
     */
    public BlockingFacade(MessagePassingQueue<E> queue, Supplier<? extends IdleStrategy> strategies) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.strategies = Objects.requireNonNull(strategies, "strategies");
    }

    /**
     * Waits for room.
     *
     * @return false if the facade was closed before there was room
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public boolean put(E element) throws InterruptedException {
        return offer(element, Long.MAX_VALUE);
    }

    /**
     * Waits for room.
     *
     * @param element the element
     * @param timeoutNs how long to wait at most, in nanoseconds; zero or less does not wait
     * @return false if there was none in that time, or the facade was closed
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
            // Looked at before the queue is: what went in before the end is found after it.
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
     * Offers a range of an array, waiting for room as often as there is none.
     *
     * @param elements none of the range null; nobody changes them meanwhile
     * @param from the place of the first, 0 or more
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
                break; // the caller has to know how many went in
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
     * Waits for an element, and takes those that are there, into a range of an array.
     *
     * @param target gets the elements
     * @param from the place of the first, 0 or more
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
            // Looked at before the queue is: what went in before the end is found after it.
            boolean ended = closed;
            polled = queue.drain(target, from, length);
            if (polled > 0 || (ended && queue.isEmpty())) {
                return polled;
            }
            await(idle);
        }
        return queue.drain(target, from, length);
    }

    /** Ends the queue: waiting producers are refused, waiting consumers get what is there and then null. */
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
