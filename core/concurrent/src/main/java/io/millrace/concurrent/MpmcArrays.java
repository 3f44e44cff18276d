package io.millrace.concurrent;

import java.util.function.Supplier;

/** The array queues for many producers and many consumers. */
abstract class MpmcArrays<E> extends LinkedArrayBatches<E> {

    MpmcArrays(ChunkPolicy policy) {
        super(policy, Multiplicity.MANY, Multiplicity.MANY);
    }

    @Override
    public final boolean offer(E element) {
        return offerShared(element, Strictness.STRICT);
    }

    @Override
    public final boolean relaxedOffer(E element) {
        return offerShared(element, Strictness.RELAXED);
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E poll() {
        Object element = takeShared(Strictness.STRICT);
        return isSkipped(element) ? pollAfterSkipped(Strictness.STRICT) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPoll() {
        Object element = takeShared(Strictness.RELAXED);
        return isSkipped(element) ? pollAfterSkipped(Strictness.RELAXED) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E peek() {
        Object element = peekShared(Strictness.STRICT);
        return isSkipped(element) ? peekAfterSkipped(Strictness.STRICT) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPeek() {
        Object element = peekShared(Strictness.RELAXED);
        return isSkipped(element) ? peekAfterSkipped(Strictness.RELAXED) : (E) element;
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
