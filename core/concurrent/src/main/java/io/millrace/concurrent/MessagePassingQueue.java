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
 * A queue that hands elements from threads to threads without locks.
 *
 * <p>Elements are never null. Order is first in, first out, over all producers. What a thread did before it offered an
 * element is seen by the thread that gets it. The methods of {@link Queue} are strict: {@code offer} is false only if
 * the queue was full, {@code poll} and {@code peek} are null only if it was empty, at some moment during the call. The
 * relaxed ones may also answer so while another thread is in the middle of its own call, and never wait for it.
 *
 * <p>How many threads may offer, and how many may poll, peek and drain, is a matter of the class. {@link #size},
 * {@link #isEmpty}, {@link #iterator} and {@link #snapshot} are for any thread. If {@code isEmpty} is false for the
 * only consumer, then its next {@code poll} is not null.
 */
public interface MessagePassingQueue<E> extends Queue<E> {

    /** The {@link #capacity} of a queue without bound. */
    int UNBOUNDED = -1;

    /** How many elements an unlimited {@code fill} or {@code drain} moves at most before it looks around. */
    int BATCH = 4096;

    /** Offers without waiting for other threads; false may mean that one of them is in the way. */
    boolean relaxedOffer(E element);

    /** Polls without waiting for other threads; null may mean that one of them is in the way. */
    E relaxedPoll();

    /** Peeks without waiting for other threads; null may mean that one of them is in the way. */
    E relaxedPeek();

    /** Returns the greatest number of elements, or {@link #UNBOUNDED}. */
    int capacity();

    /**
     * Polls, and where another thread is in the way waits for it a while only.
     *
     * @param receiver gets the element
     * @param spins how often to look again, 0 or more
     * @throws IllegalArgumentException if it is negative; then nothing was polled
     */
    default Polled poll(Consumer<? super E> receiver, int spins) {
        Objects.requireNonNull(receiver, "receiver");
        if (spins < 0) {
            throw new IllegalArgumentException("the number of further looks is negative: spins=" + spins);
        }
        for (int left = spins; ; left--) {
            E element = relaxedPoll();
            if (element != null) {
                receiver.accept(element);
                return Polled.ELEMENT;
            }
            if (isEmpty()) {
                return Polled.EMPTY;
            }
            if (left <= 0) {
                return Polled.IN_PROGRESS;
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Offers up to {@code limit} elements of a supplier, which is asked for no more than find room. An exception of the
     * supplier is passed on; what it supplied before is in the queue.
     *
     * @param supplier makes the elements, none of them null
     * @param limit how many at most, 0 or more
     * @return how many were offered; fewer than {@code limit} may mean that the queue is full or others are in the way
     */
    int fill(Supplier<? extends E> supplier, int limit);

    /**
     * Offers elements of an array in their order, as many as find room. They go in together where they can: one claim
     * and one publication for many of them. Those of other producers may come between.
     *
     * @param elements an array that nobody changes meanwhile
     * @param from the place of the first, 0 or more
     * @param length how many at most, 0 or more
     * @return how many were offered, the first ones of the range; fewer may mean that the queue is full, or others are
     *     in the way, or a chunk could not be made, which the next call then meets
     * @throws NullPointerException if one of the range is null; then none was offered
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    int fill(E[] elements, int from, int length);

    /** Fills what room there is, at most {@value #BATCH} elements. */
    default int fill(Supplier<? extends E> supplier) {
        return fill(supplier, BATCH);
    }

    /**
     * Fills until {@code keepRunning} is false, idling while there is no room.
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
     * Polls up to {@code limit} elements. An exception of the consumer is passed on; the element that it was given is
     * gone, and no other.
     *
     * @param consumer gets the elements, in order
     * @param limit how many at most, 0 or more
     * @return how many there were; fewer than {@code limit} may mean that the queue is empty or others are in the way
     */
    int drain(Consumer<? super E> consumer, int limit);

    /**
     * Polls elements into an array, in their order, as many as there are. An {@code Object[]} takes them fastest: each
     * other kind of array has to be asked whether it can hold them.
     *
     * @param target gets the elements; the rest of the range keeps what it holds
     * @param from the place of the first, 0 or more
     * @param length how many at most, 0 or more
     * @return how many there were; fewer may mean that the queue is empty or others are in the way
     * @throws ArrayStoreException if the array cannot hold the oldest element, which stays in the queue
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    int drain(E[] target, int from, int length);

    /** Polls what there is, at most {@value #BATCH} elements. */
    default int drain(Consumer<? super E> consumer) {
        return drain(consumer, BATCH);
    }

    /**
     * Drains until {@code keepRunning} is false, idling while there is nothing.
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
     * at some moment during the call, and each that was there all the time is among them.
     */
    default List<E> snapshot() {
        List<E> elements = new ArrayList<>();
        for (E element : this) {
            elements.add(element);
        }
        return Collections.unmodifiableList(elements);
    }
}
