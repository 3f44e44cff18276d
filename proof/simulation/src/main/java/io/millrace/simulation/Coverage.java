package io.millrace.simulation;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How often what happened: a run in which nothing happens proves nothing. */
final class Coverage {

    private final Map<String, Long> counts = new TreeMap<>();

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    void add(Coverage other) {
        other.counts.forEach((what, number) -> counts.merge(what, number, Long::sum));
    }

    long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    Map<String, Long> counts() {
        return Map.copyOf(counts);
    }

    void print(PrintWriter out) {
        counts.forEach((what, number) -> out.printf(Locale.ROOT, "%-40s %,d%n", what, number));
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
