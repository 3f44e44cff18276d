package io.millrace.lincheck;

import java.util.List;

/** Sequential behaviour of {@link Iterated}. */
public final class IteratedSpecification extends UnboundedSpecification {
    private int offered;

    public IteratedSpecification() {
        for (int i = 0; i < Iterated.CAPACITY; i++) {
            offer();
        }
    }

    public boolean offer() {
        return size() < Iterated.CAPACITY && offer(++offered);
    }

    public Integer drainToConsumer() {
        return poll();
    }

    public boolean isInOrder() {
        return true;
    }

    @Override
    Object state() {
        return List.of(super.state(), offered);
    }
}
