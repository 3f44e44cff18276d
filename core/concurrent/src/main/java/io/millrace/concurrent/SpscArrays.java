package io.millrace.concurrent;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** The array queues for one producer and one consumer. */
abstract class SpscArrays<E> extends LinkedArrayBatches<E> {

    SpscArrays(ChunkPolicy policy) {
        super(policy, Multiplicity.ONE, Multiplicity.ONE);
    }

    @Override
    public final boolean offer(E element) {
        return offerAlone(element);
    }

    @Override
    public final boolean relaxedOffer(E element) {
        return offerAlone(element);
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E poll() {
        return (E) takeInTurn();
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPoll() {
        return (E) takeInTurn();
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E peek() {
        return (E) peekAlone(Strictness.RELAXED);
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPeek() {
        return (E) peekAlone(Strictness.RELAXED);
    }

    @Override
    final int fillUpTo(Supplier<? extends E> supplier, int limit) {
        return fillAlone(supplier, limit);
    }

    @Override
    final int drainUpTo(Consumer<? super E> consumer, int limit) {
        return drainInTurn(consumer, limit);
    }

    @Override
    final int fillFrom(Object[] elements, int from, int length) {
        return fillAlone(elements, from, length);
    }

    @Override
    final int drainInto(Object[] target, int from, int length) {
        return drainAlone(target, from, length);
    }
}
