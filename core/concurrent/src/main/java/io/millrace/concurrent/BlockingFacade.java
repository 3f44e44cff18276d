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
