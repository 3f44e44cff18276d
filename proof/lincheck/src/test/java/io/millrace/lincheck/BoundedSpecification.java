package io.millrace.lincheck;

import java.util.ArrayDeque;

/** What a bounded queue does, one call after another. */
public final class BoundedSpecification {
    private final ArrayDeque<Integer> elements = new ArrayDeque<>();

    public boolean offer(int element) {
        return elements.size() < 3 && elements.offer(element);
    }

    public Integer poll() {
        return elements.poll();
    }

    public Integer peek() {
        return elements.peek();
    }
}
