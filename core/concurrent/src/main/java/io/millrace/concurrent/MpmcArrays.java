package io.millrace.concurrent;

import java.util.function.Supplier;

/** The queues of arrays for many producers and many consumers. */
abstract class MpmcArrays<E> extends LinkedArrayBatches<E> {

    MpmcArrays(ChunkPolicy policy) {
        super(policy, Multiplicity.MANY, Multiplicity.MANY);
    }

    @Override
    public final boolean offer(E element) {
        return offerShared(element, Waiting.STRICT);
    }

    @Override
    public final boolean relaxedOffer(E element) {
        return offerShared(element, Waiting.RELAXED);
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E poll() {
        Object element = takeShared(Waiting.STRICT);
        return isSkipped(element) ? pollBehindSkipped(Waiting.STRICT) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPoll() {
        Object element = takeShared(Waiting.RELAXED);
        return isSkipped(element) ? pollBehindSkipped(Waiting.RELAXED) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E peek() {
        Object element = peekShared(Waiting.STRICT);
        return isSkipped(element) ? peekBehindSkipped(Waiting.STRICT) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPeek() {
        Object element = peekShared(Waiting.RELAXED);
        return isSkipped(element) ? peekBehindSkipped(Waiting.RELAXED) : (E) element;
    }

    @Override
    final int fillUpTo(Supplier<? extends E> supplier, int limit) {
        return fillShared(supplier, limit);
    }

    @Override
    final int fillFrom(Object[] elements, int from, int length) {
        return fillShared(elements, from, length);
    }

    @Override
    final int drainInto(Object[] target, int from, int length) {
        return drainShared(target, from, length);
    }
}
