package io.millrace.lincheck;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/** What an unbounded queue does, one call after another. */
public class UnboundedSpecification extends Specification {
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

    /** A batch that nobody came between. */
    public int fill(int first, int length) {
        int count = 0;
        while (count < length && offer(first + count)) {
            count++;
        }
        return count;
    }

    /** A batch that nobody came between. */
    public List<Object> drain(int length) {
        return Stream.generate(this::poll)
                .limit(Math.min(length, size()))
                .map(Object.class::cast)
                .toList();
    }

    final int size() {
        return elements.size();
    }

    @Override
    Object state() {
        return List.copyOf(elements);
    }
}
