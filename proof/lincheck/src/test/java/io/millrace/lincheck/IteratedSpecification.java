package io.millrace.lincheck;

import java.util.ArrayDeque;

/** What {@link Iterated} does, one call after another. */
public final class IteratedSpecification {
    private final ArrayDeque<Integer> elements = new ArrayDeque<>();
    private int offered;

    public IteratedSpecification() {
        for (int i = 0; i < Iterated.CAPACITY; i++) {
            offer();
        }
    }

    public boolean offer() {
        return elements.size() < Iterated.CAPACITY && elements.offer(++offered);
    }

    public Integer poll() {
        return elements.poll();
    }

    public Integer drainToConsumer() {
        return elements.poll();
    }

    public boolean isInOrder() {
        return true;
    }
}
