package io.millrace.concurrent;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** The array queues for many producers and one consumer. */
abstract class MpscArrays<E> extends LinkedArrayBatches<E> {

    MpscArrays(ChunkPolicy policy) {
        super(policy, Multiplicity.MANY, Multiplicity.ONE);
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
        Object element = takeAlone(Strictness.STRICT);
        return isSkipped(element) ? pollAfterSkipped(Strictness.STRICT) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPoll() {
        Object element = takeAlone(Strictness.RELAXED);
        return isSkipped(element) ? pollAfterSkipped(Strictness.RELAXED) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E peek() {
        Object element = peekAlone(Strictness.STRICT);
        return isSkipped(element) ? peekAfterSkipped(Strictness.STRICT) : (E) element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public final E relaxedPeek() {
        Object element = peekAlone(Strictness.RELAXED);
        return isSkipped(element) ? peekAfterSkipped(Strictness.RELAXED) : (E) element;
    }

    @Override
    final int fillUpTo(Supplier<? extends E> supplier, int limit) {
        return fillShared(supplier, limit);
    }

    @Override
    final int drainUpTo(Consumer<? super E> consumer, int limit) {
        return drainAlone(consumer, limit);
    }

    @Override
    final int fillFrom(Object[] elements, int from, int length) {
        return fillShared(elements, from, length);
    }

    @Override
    final int drainInto(Object[] target, int from, int length) {
        return drainAlone(target, from, length);
    }
}
