package io.millrace.concurrent;

import java.util.AbstractQueue;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Checks arguments, and drains by single polls where a subclass has no faster way. */
abstract class AbstractMessagePassingQueue<E> extends AbstractQueue<E> implements MessagePassingQueue<E> {

    /** Creates a queue without state. */
    AbstractMessagePassingQueue() {}

    @Override
    public final int fill(Supplier<? extends E> supplier, int limit) {
        Objects.requireNonNull(supplier, "supplier");
        checkLimit(limit);
        return fillUpTo(supplier, limit);
    }

    @Override
    public final int drain(Consumer<? super E> consumer, int limit) {
        Objects.requireNonNull(consumer, "consumer");
        checkLimit(limit);
        return drainUpTo(consumer, limit);
    }

    @Override
    public final int fill(E[] elements, int from, int length) {
        Objects.checkFromIndexSize(from, length, elements.length);
        for (int i = from; i < from + length; i++) {
            if (elements[i] == null) {
                throw new NullPointerException("element of a batch is null, none was offered index=" + i);
            }
        }
        return fillFrom(elements, from, length);
    }

    @Override
    public final int drain(E[] target, int from, int length) {
        Objects.checkFromIndexSize(from, length, target.length);
        return drainInto(target, from, length);
    }

    abstract int fillUpTo(Supplier<? extends E> supplier, int limit);

    /** Offers elements of a range that has been checked. */
    abstract int fillFrom(Object[] elements, int from, int length);

    /** Polls into a range that has been checked. */
    abstract int drainInto(Object[] target, int from, int length);

    int drainUpTo(Consumer<? super E> consumer, int limit) {
        int drained = 0;
        while (drained < limit) {
            E element = relaxedPoll();
            if (element == null) {
                break;
            }
            drained++;
            consumer.accept(element);
        }
        return drained;
    }

    @Override
    public boolean remove(Object element) {
        throw new UnsupportedOperationException("elements leave this queue at its head only");
    }

    static ArrayStoreException notStorable(Object element, Object[] target) {
        return new ArrayStoreException("array cannot hold the oldest element, which stays in the queue element="
                + element.getClass().getName() + " array="
                + target.getClass().getComponentType().getName());
    }

    private static void checkLimit(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit of a batch is negative limit=" + limit);
        }
    }
}
