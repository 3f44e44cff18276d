package io.millrace.lincheck;

import java.util.ArrayDeque;

/** What an unbounded queue does, one call after another. */
public final class UnboundedSpecification {
    private final ArrayDeque<Integer> elements = new ArrayDeque<>();

    public boolean offer(int element) {
        return elements.offer(element);
    }

    public Integer poll() {
        return elements.poll();
    }

    public Integer peek() {
        return elements.peek();
    }
}
