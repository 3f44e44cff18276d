package io.millrace.concurrent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A queue that passes elements between threads without locks.
 *
 * <p>Elements are never null. Order is first in, first out, over all producers. What a thread did before it offered an
 * element happens before what the thread does that gets it. The methods of {@link Queue} are strict: {@code offer} is
 * false only if the queue was full, {@code poll} and {@code peek} are null only if it was empty, at some moment during
 * the call. The relaxed methods may also return that while another thread is in the middle of a call, and never wait
 * for it.
 *
 * <p>The class says how many threads may offer, and how many may poll, peek and drain. Any thread may call
 * {@link #size}, {@link #isEmpty}, {@link #iterator} and {@link #snapshot}. If {@code isEmpty} is false for the
 * only consumer, then its next {@code poll} is not null.
 */
public interface MessagePassingQueue<E> extends Queue<E> {

    /** The {@link #capacity} of a queue without bound. */
    int UNBOUNDED = -1;

    /** The greatest number of elements that one {@code fill} or {@code drain} without a limit moves. */
    int BATCH = 4096;

    /** Offers without waiting for other threads; false may mean that one of them is in the middle of a call. */
    boolean relaxedOffer(E element);

    /** Polls without waiting for other threads; null may mean that one of them is in the middle of a call. */
    E relaxedPoll();

    /** Peeks without waiting for other threads; null may mean that one of them is in the middle of a call. */
    E relaxedPeek();

    /** Returns the greatest number of elements, or {@link #UNBOUNDED}. */
    int capacity();

    /**
     * Polls, and waits only for a bounded time for another thread in the middle of a call.
     *
     * @param receiver gets the element
     * @param spins how often to poll again, 0 or more
     * @throws IllegalArgumentException if it is negative; then nothing was polled
     */
    default PollResult poll(Consumer<? super E> receiver, int spins) {
        Objects.requireNonNull(receiver, "receiver");
        if (spins < 0) {
            throw new IllegalArgumentException("number of spins is negative spins=" + spins);
        }
        for (int left = spins; ; left--) {
            E element = relaxedPoll();
            if (element != null) {
                receiver.accept(element);
                return PollResult.ELEMENT;
            }
            if (isEmpty()) {
                return PollResult.EMPTY;
            }
            if (left <= 0) {
                return PollResult.IN_PROGRESS;
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Offers up to {@code limit} elements of a supplier, which is called only while there is space. If the supplier
     * throws an exception, the elements that it supplied before are in the queue, and the caller gets the exception.
     *
     * @param supplier returns the elements, none of them null
     * @param limit how many at most, 0 or more
     * @return how many were offered; fewer than {@code limit} may mean that the queue is full, or other threads are
     *     in the middle of a call
     */
    int fill(Supplier<? extends E> supplier, int limit);

    /**
     * Offers elements of an array in their order, while there is space, with one claim and one publication for many of
     * them. Elements of other producers may come between.
     *
     * @param elements an array that no thread changes during the call
     * @param from the index of the first, 0 or more
     * @param length how many at most, 0 or more
     * @return how many were offered, the first ones of the range; fewer may mean that the queue is full, that
     * other threads are in the middle of a call, or that there was no memory for a chunk, which the next call throws
     * @throws NullPointerException if one of the range is null; then none was offered
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    int fill(E[] elements, int from, int length);

    /** Fills the queue, with at most {@value #BATCH} elements. */
    default int fill(Supplier<? extends E> supplier) {
        return fill(supplier, BATCH);
    }

    /**
     * Fills until {@code keepRunning} is false, idling while the queue is full.
     *
     * @throws NullPointerException if one of the three is null; then nothing was offered
     */
    default void fill(Supplier<? extends E> supplier, IdleStrategy idle, BooleanSupplier keepRunning) {
        Objects.requireNonNull(supplier, "supplier");
        Objects.requireNonNull(idle, "idle");
        Objects.requireNonNull(keepRunning, "keepRunning");
        while (keepRunning.getAsBoolean()) {
            idle.idle(fill(supplier, BATCH));
        }
    }

    /**
     * Polls up to {@code limit} elements. If the consumer throws an exception, only the element that it got is lost,
     * and the caller gets the exception.
     *
     * @param consumer gets the elements, in order
     * @param limit how many at most, 0 or more
     * @return how many there were; fewer than {@code limit} may mean that the queue is empty, or other threads are
     *     in the middle of a call
     */
    int drain(Consumer<? super E> consumer, int limit);

    /**
     * Polls elements into an array, in their order, as many as there are. An {@code Object[]} is the fastest target:
     * elements are checked against the type of any other array.
     *
     * @param target gets the elements; the rest of the range keeps what it holds
     * @param from the index of the first, 0 or more
     * @param length how many at most, 0 or more
     * @return how many there were; fewer may mean that the queue is empty, or other threads are in the middle of a call
     * @throws ArrayStoreException if the array cannot hold the oldest element, which stays in the queue
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    int drain(E[] target, int from, int length);

    /** Polls at most {@value #BATCH} elements. */
    default int drain(Consumer<? super E> consumer) {
        return drain(consumer, BATCH);
    }

    /**
     * Drains until {@code keepRunning} is false, idling while the queue is empty.
     *
     * @throws NullPointerException if one of the three is null; then nothing was polled
     */
    default void drain(Consumer<? super E> consumer, IdleStrategy idle, BooleanSupplier keepRunning) {
        Objects.requireNonNull(consumer, "consumer");
        Objects.requireNonNull(idle, "idle");
        Objects.requireNonNull(keepRunning, "keepRunning");
        while (keepRunning.getAsBoolean()) {
            idle.idle(drain(consumer, BATCH));
        }
    }

    /**
     * Returns the elements from the oldest on, as an iterator over the queue finds them: each of them was in the queue
     * at some moment during the call, and each that was in it throughout the call is among them.
     */
    default List<E> snapshot() {
        List<E> elements = new ArrayList<>();
        for (E element : this) {
            elements.add(element);
        }
        return Collections.unmodifiableList(elements);
    }
}
