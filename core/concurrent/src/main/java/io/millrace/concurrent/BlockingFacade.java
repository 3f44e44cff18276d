package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Adds waiting, time-outs and closing to any queue. A waiting thread idles by its strategy and tries again. So a thread
 * may wake as late as that strategy's longest sleep, and offers and polls do not pay for a signal. For platform and
 * virtual threads, as many on each side as the queue allows.
 *
 * <p>After {@link #close} no element is added; those in the queue can still be taken. An offer beside the close
 * succeeds or is refused, and a consumer learns of the close after all that succeeded: an element for which {@code
 * put} returned true is taken by one that takes until it gets null. This does not hold for elements that are offered
 * to the queue itself.
 *
 * <p>For that a producer counts itself while it offers, in one of several counts, so that producers seldom share a
 * cache line. It increments, then reads whether the facade is closed; a consumer reads that the facade is closed,
 * then the counts. So a producer that a consumer did not count sees the close.
 */
public final class BlockingFacade<E> implements AutoCloseable {

    private static final int MAX_STRIPES = 16;

    /** Counts between two stripes: two cache lines, since processors fetch lines in pairs. */
    private static final int SPACING = 16;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final int stripes =
            Math.min(MAX_STRIPES, 2 * Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));
    private final long[] offering = new long[(stripes + 2) * SPACING];
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
        if (tryOffer(element)) {
            return true;
        }
        long startNs = System.nanoTime();
        IdleStrategy idle = strategies.get();
        while (!closed && System.nanoTime() - startNs < timeoutNs) {
            await(idle);
            if (tryOffer(element)) {
                return true;
            }
        }
        return false;
    }

    private boolean tryOffer(E element) {
        int stripe = enter();
        try {
            return !closed && queue.offer(element);
        } finally {
            COUNT.getAndAddRelease(offering, stripe, -1L);
        }
    }

    private int tryFill(E[] elements, int from, int length) {
        int stripe = enter();
        try {
            return closed ? 0 : queue.fill(elements, from, length);
        } finally {
            COUNT.getAndAddRelease(offering, stripe, -1L);
        }
    }

    private int enter() {
        int stripe = (1 + ((int) Thread.currentThread().threadId() & (stripes - 1))) * SPACING;
        COUNT.getAndAdd(offering, stripe, 1L);
        return stripe;
    }

    /** Returns whether no element is added any more. */
    private boolean hasEnded() {
        if (!closed) {
            return false;
        }
        for (int stripe = 1; stripe <= stripes; stripe++) {
            if ((long) COUNT.getVolatile(offering, stripe * SPACING) != 0) {
                return false;
            }
        }
        return true;
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
            boolean ended = hasEnded();
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
        int offered = tryFill(elements, from, length);
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
            int more = tryFill(elements, from + offered, length - offered);
            offered += more;
            if (more > 0) {
                idle.reset();
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
            boolean ended = hasEnded();
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
