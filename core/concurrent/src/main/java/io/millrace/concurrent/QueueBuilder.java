package io.millrace.concurrent;

import java.util.Objects;

/**
 * Creates queues for a number of producers and consumers; starts with {@link Queues#producers}. Immutable.
 *
 * <p>Without {@link #consumers} there may be many.
 */
public final class QueueBuilder {

    /** Whether a queue checks which threads use it. */
    enum Checks {
        NONE,
        OWNERS
    }

    private final Multiplicity producers;
    private final Multiplicity consumers;
    private final Checks checks;

    QueueBuilder(Multiplicity producers, Multiplicity consumers, Checks checks) {
        this.producers = Objects.requireNonNull(producers, "producers");
        this.consumers = Objects.requireNonNull(consumers, "consumers");
        this.checks = checks;
    }

    /** Returns a builder of queues for this number of threads that poll, peek and drain. */
    public QueueBuilder consumers(Multiplicity newConsumers) {
        return new QueueBuilder(producers, newConsumers, checks);
    }

    /**
     * Returns a builder of queues that throw if a second thread uses a single-threaded side; for tests, and to find
     * such a thread.
     */
    public QueueBuilder checked() {
        return new QueueBuilder(producers, consumers, Checks.OWNERS);
    }

    /** Returns a bounded queue with a slot for each element, for example {@link MpscArrayQueue}. */
    public <E> MessagePassingQueue<E> array(int capacity) {
        return finish(
                switch (pair()) {
                    case SPSC -> new SpscArrayQueue<>(capacity);
                    case MPSC -> new MpscArrayQueue<>(capacity);
                    case SPMC -> new SpmcArrayQueue<>(capacity);
                    case MPMC -> new MpmcArrayQueue<>(capacity);
                });
    }

    /** Returns the queue that {@link #array} creates for a large capacity, with chunks of any size, for tests. */
    <E> MessagePassingQueue<E> ring(int capacity, int slots) {
        ChunkPolicy policy = ChunkPolicy.ring(capacity, slots, slots);
        return switch (pair()) {
            case SPSC -> new SpscArrayQueue<>(policy);
            case MPSC -> new MpscArrayQueue<>(policy);
            case SPMC -> new SpmcArrayQueue<>(policy);
            case MPMC -> new MpmcArrayQueue<>(policy);
        };
    }

    /** Returns the queue that {@link #unbounded} creates for large chunks, with chunks of any size, for tests. */
    <E> MessagePassingQueue<E> hot(int slots) {
        int keptSlots = 2 * ChunkPolicy.KEPT_SLOTS;
        var policy = new ChunkPolicy(ChunkPolicy.NO_LIMIT, slots, slots, ChunkPolicy.Supply.LINKED, slots, keptSlots);
        return switch (pair()) {
            case SPSC -> new SpscUnboundedArrayQueue<>(policy);
            case MPSC -> new MpscUnboundedArrayQueue<>(policy);
            case SPMC -> new SpmcUnboundedArrayQueue<>(policy);
            case MPMC -> new MpmcUnboundedArrayQueue<>(policy);
        };
    }

    /** Returns an unbounded queue with a node for each element, for example {@link MpscLinkedQueue}. */
    public <E> MessagePassingQueue<E> linked() {
        return finish(
                switch (pair()) {
                    case SPSC -> new SpscLinkedQueue<>();
                    case MPSC -> new MpscLinkedQueue<>();
                    case SPMC -> new SpmcLinkedQueue<>();
                    case MPMC -> new MpmcLinkedQueue<>();
                });
    }

    /** Returns a bounded queue in chunks of one size, for example {@link MpscChunkedArrayQueue}. */
    public <E> MessagePassingQueue<E> chunked(int chunkSize, int capacity) {
        return finish(
                switch (pair()) {
                    case SPSC -> new SpscChunkedArrayQueue<>(chunkSize, capacity);
                    case MPSC -> new MpscChunkedArrayQueue<>(chunkSize, capacity);
                    case SPMC -> new SpmcChunkedArrayQueue<>(chunkSize, capacity);
                    case MPMC -> new MpmcChunkedArrayQueue<>(chunkSize, capacity);
                });
    }

    /** Returns a bounded queue in chunks that double, for example {@link MpscGrowableArrayQueue}. */
    public <E> MessagePassingQueue<E> growable(int initialSize, int capacity) {
        return finish(
                switch (pair()) {
                    case SPSC -> new SpscGrowableArrayQueue<>(initialSize, capacity);
                    case MPSC -> new MpscGrowableArrayQueue<>(initialSize, capacity);
                    case SPMC -> new SpmcGrowableArrayQueue<>(initialSize, capacity);
                    case MPMC -> new MpmcGrowableArrayQueue<>(initialSize, capacity);
                });
    }

    /** Returns an unbounded queue in chunks of one size, for example {@link MpscUnboundedArrayQueue}. */
    public <E> MessagePassingQueue<E> unbounded(int chunkSize) {
        return finish(
                switch (pair()) {
                    case SPSC -> new SpscUnboundedArrayQueue<>(chunkSize);
                    case MPSC -> new MpscUnboundedArrayQueue<>(chunkSize);
                    case SPMC -> new SpmcUnboundedArrayQueue<>(chunkSize);
                    case MPMC -> new MpmcUnboundedArrayQueue<>(chunkSize);
                });
    }

    private enum Pair {
        SPSC,
        MPSC,
        SPMC,
        MPMC
    }

    private Pair pair() {
        if (producers == Multiplicity.ONE) {
            return consumers == Multiplicity.ONE ? Pair.SPSC : Pair.SPMC;
        }
        return consumers == Multiplicity.ONE ? Pair.MPSC : Pair.MPMC;
    }

    private <E> MessagePassingQueue<E> finish(MessagePassingQueue<E> queue) {
        return checks == Checks.NONE ? queue : new CheckedQueue<>(queue, producers, consumers);
    }
}
