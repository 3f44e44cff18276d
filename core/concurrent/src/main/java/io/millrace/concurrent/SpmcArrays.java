package io.millrace.concurrent;

import java.util.function.Supplier;

/** The array queues for one producer and many consumers. */
abstract class SpmcArrays<E> extends LinkedArrayBatches<E> {

    SpmcArrays(ChunkPolicy policy) {
        super(policy, Multiplicity.ONE, Multiplicity.MANY);
    }

    @Override
    public final boolean offer(E element) {
        return offerEmptied(element, Strictness.STRICT);
    }

    @Override
    public final boolean relaxedOffer(E element) {
        return offerEmptied(element, Strictness.RELAXED);
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E poll() {
        return (E) takePublished();
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPoll() {
        return (E) takePublished();
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E peek() {
        return (E) peekShared(Strictness.STRICT);
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPeek() {
        return (E) peekShared(Strictness.RELAXED);
    }

    @Override
    final int fillUpTo(Supplier<? extends E> supplier, int limit) {
        return fillAlone(supplier, limit);
    }

    @Override
    final int fillFrom(Object[] elements, int from, int length) {
        return fillAlone(elements, from, length);
    }

    @Override
    final int drainInto(Object[] target, int from, int length) {
        return drainShared(target, from, length);
    }
}
