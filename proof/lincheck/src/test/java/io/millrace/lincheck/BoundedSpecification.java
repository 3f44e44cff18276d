package io.millrace.lincheck;

/** What a bounded queue does, one call after another. */
public final class BoundedSpecification extends UnboundedSpecification {

    @Override
    public boolean offer(int element) {
        return size() < 3 && super.offer(element);
    }
}
