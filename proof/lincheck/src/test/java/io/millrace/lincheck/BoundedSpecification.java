package io.millrace.lincheck;

/** Sequential behaviour of a bounded queue. */
public final class BoundedSpecification extends UnboundedSpecification {

    @Override
    public boolean offer(int element) {
        return size() < 3 && super.offer(element);
    }
}
