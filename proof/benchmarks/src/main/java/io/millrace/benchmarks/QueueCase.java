package io.millrace.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A case of the suites of queues.
 *
 * @param kind what is compared, for example {@code SPSC chunked 1K}
 * @param threads threads on each side as part of the name, empty for one and one
 * @param producers how many threads offer
 * @param consumers how many threads poll
 */
record QueueCase(String kind, String threads, int producers, int consumers) {
    static final String BULK = "fill and drain";

    /** Batches that are arrays, compared with the only batches that a peer has. */
    static final String ARRAYS = "fill and drain of arrays";

    /** A queue that garbage collections have made old, as in an application, with young elements. */
    static final String IN_SERVICE = "in service";

    static final int[] BURSTS = {1, 10, 100};
    static final String ROUND_TRIP = "core-to-core round trip";
    static final String HOP = "SPSC array, transfers per hop";

    private static final List<String> CHUNKS = List.of("16", "128", "1K", "16K");

    static QueueCase of(String kind) {
        return new QueueCase(kind, "", 1, 1);
    }

    static QueueCase bulk(String kind) {
        return new QueueCase(kind, BULK, 1, 1);
    }

    static QueueCase arrays(String kind) {
        return new QueueCase(kind, ARRAYS, 1, 1);
    }

    static QueueCase inService(String kind) {
        return new QueueCase(kind, IN_SERVICE, 1, 1);
    }

    static QueueCase shared(String kind, int producers, int consumers) {
        String threads = consumers == 1
                ? producers + " producers"
                : producers == 1 ? consumers + " consumers" : producers + " producers " + consumers + " consumers";
        return new QueueCase(kind, threads, producers, consumers);
    }

    String name() {
        return threads.isEmpty() ? kind : kind + " " + threads;
    }

    boolean isBulk() {
        return threads.equals(BULK) || isOfArrays();
    }

    boolean isOfArrays() {
        return threads.equals(ARRAYS);
    }

    boolean isInService() {
        return threads.equals(IN_SERVICE);
    }

    /** Returns the cases of the suite of throughput. */
    static List<QueueCase> throughput() {
        List<QueueCase> cases = new ArrayList<>();
        cases.add(of("SPSC array"));
        cases.add(inService("SPSC array"));
        cases.add(of("SPSC linked"));
        CHUNKS.forEach(chunk -> cases.add(of("SPSC chunked " + chunk)));
        cases.add(of("SPSC growable 16"));
        CHUNKS.forEach(chunk -> cases.add(of("SPSC unbounded " + chunk)));
        cases.add(bulk("SPSC array"));
        cases.add(arrays("SPSC array"));
        for (int producers : producers(Runtime.getRuntime().availableProcessors())) {
            cases.add(shared("MPSC array", producers, 1));
        }
        cases.add(shared("MPSC unbounded 1K", 2, 1));
        cases.add(shared("MPSC linked", 2, 1));
        cases.add(bulk("MPSC array"));
        cases.add(arrays("MPSC array"));
        cases.add(shared("SPMC array", 1, 2));
        cases.add(shared("MPMC array", 2, 2));
        cases.add(shared("MPMC unbounded 1K", 2, 2));
        cases.add(shared("MPMC linked", 2, 2));
        return cases;
    }

    /** Returns how many producers share a queue: more than eight only if each thread has its own processor. */
    static List<Integer> producers(int processors) {
        return Stream.of(2, 4, 8, 16, 32, 63)
                .filter(producers -> producers <= 8 || producers < processors)
                .toList();
    }

    /** Returns the kinds of the suite of bursts. */
    static List<String> burstKinds() {
        return List.of(
                "SPSC array",
                "SPSC linked",
                "SPSC growable 16",
                "SPSC chunked 1K",
                "SPSC unbounded 1K",
                "MPSC array",
                "MPSC array relaxed polls",
                "MPSC unbounded",
                "MPSC linked",
                "SPMC array",
                "MPMC array",
                "MPMC array relaxed polls");
    }

    static String burst(String kind, int size) {
        return kind + " burst " + size;
    }

    /** Returns the cases of the suite of one thread. */
    static List<QueueCase> pairs() {
        return List.of(
                of("SPSC array"),
                inService("SPSC array"),
                bulk("SPSC array"),
                arrays("SPSC array"),
                of("SPSC linked"),
                of("SPSC chunked 1K"),
                of("SPSC growable 16"),
                of("SPSC unbounded 1K"),
                of("MPSC array"),
                bulk("MPSC array"),
                arrays("MPSC array"),
                of("MPSC unbounded 1K"),
                of("MPSC linked"),
                of("SPMC array"),
                of("MPMC array"),
                of("MPMC unbounded 1K"),
                of("MPMC linked"));
    }

    /** Returns the name of the time of a pair. */
    String pair() {
        return name() + " pair";
    }

    /** Returns the name of what a pair allocates. */
    String pairAllocated() {
        return pair() + " allocated";
    }
}
