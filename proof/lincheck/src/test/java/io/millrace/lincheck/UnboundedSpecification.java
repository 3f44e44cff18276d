package io.millrace.lincheck;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sequential behaviour of an unbounded queue. If it is known which elements are removed first, an order of calls that
 * adds others before them throws at once and not only when these would be removed: no call can have had such a result.
 */
public class UnboundedSpecification extends Specification {
    private static List<?> first = List.of();

    private final ArrayDeque<Integer> elements = new ArrayDeque<>();
    private int offered;

    /** Sets the elements that are removed first, in order, for all specifications that are created from now on. */
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

    /** An exception without a stack trace, since a search throws very many. */
    private static final class OtherCameOutException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OtherCameOutException() {
            super("another element came out first", null, false, false);
        }
    }
}
