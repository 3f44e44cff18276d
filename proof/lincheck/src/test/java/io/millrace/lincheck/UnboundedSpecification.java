package io.millrace.lincheck;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an unbounded queue does, one call after another. Where it is known which elements come out first, an order of
 * calls in which others go in before them throws at once, not only when they would come out: it is no result that a
 * call can have had.
 */
public class UnboundedSpecification extends Specification {
    private static List<?> first = List.of();

    private final ArrayDeque<Integer> elements = new ArrayDeque<>();
    private int offered;

    /** Says which elements come out first, in their order, for all specifications from here on. */
    static void foresee(List<?> elements) {
        first = List.copyOf(elements);
    }

    public boolean offer(int element) {
        if (offered < first.size() && !first.get(offered).equals(element)) {
            throw new OtherCameOutException();
        }
        offered++;
        return elements.offer(element);
    }

    public Integer poll() {
        return elements.poll();
    }

    public Integer peek() {
        return elements.peek();
    }

    /** A batch without calls of other threads between. */
    public int fill(int first, int length) {
        int count = 0;
        while (count < length && offer(first + count)) {
            count++;
        }
        return count;
    }

    /** A batch without calls of other threads between. */
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
        return List.of(List.copyOf(elements), Math.min(offered, first.size()));
    }

    /** Without a trace, since a search throws very many. */
    private static final class OtherCameOutException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OtherCameOutException() {
            super("another element came out first", null, false, false);
        }
    }
}
