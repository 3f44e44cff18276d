package io.millrace.simulation;

import java.util.PriorityQueue;

/** The clock and what will happen, in the order of time and then of entry. */
final class Schedule {

    private record Entry(long atNs, long number, Runnable action) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return atNs != other.atNs ? Long.compare(atNs, other.atNs) : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long nowNs;
    private long entered;

    long nowNs() {
        return nowNs;
    }

    /** Returns how many actions were entered so far. */
    long entered() {
        return entered;
    }

    void after(long delayNs, Runnable action) {
        entries.add(new Entry(nowNs + delayNs, entered++, action));
    }

    /** Runs what is next; there is always something, since hosts tick. */
    void step() {
        Entry next = entries.poll();
        nowNs = next.atNs();
        next.action().run();
    }
}
