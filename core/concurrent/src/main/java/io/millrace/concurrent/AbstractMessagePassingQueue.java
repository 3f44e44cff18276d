package io.millrace.concurrent;

import java.util.AbstractQueue;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What all queues have in common: checks of arguments, and batches one by one where a class knows nothing faster. */
abstract class AbstractMessagePassingQueue<E> extends AbstractQueue<E> implements MessagePassingQueue<E> {

    /** Wraps nothing. */
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

    abstract int fillUpTo(Supplier<? extends E> supplier, int limit);

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
        throw new UnsupportedOperationException("an element leaves this queue at its head only");
    }

    private static void checkLimit(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("the limit of a batch is negative: limit=" + limit);
        }
    }
}
