package io.millrace.concurrent;

import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Pools objects that are expensive to create. It holds at most {@code capacity}; objects given back beyond that are
 * left to the garbage collector. For any number of threads; a thread may give back an object that another one took.
 *
 * @param <T> the type of objects
 */
public final class ObjectPool<T> {
    private static final System.Logger LOGGER = System.getLogger(ObjectPool.class.getPackageName());

    private final Supplier<? extends T> factory;
    private final Consumer<? super T> reset;
    private final MessagePassingQueue<T> idle;
    private final LongAdder made = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder leaked = new LongAdder();
    private final Map<Object, Lease<T>> out;
    private final ReferenceQueue<T> collected = new ReferenceQueue<>();

    /**
     * Creates an empty pool.
     *
     * @param capacity the greatest number of objects that it keeps, 1 or more
     * @param factory creates an object when the pool is empty
     * @param reset resets an object that is given back
     * @param detection whether the pool detects leaks
     */
    public ObjectPool(int capacity, Supplier<? extends T> factory, Consumer<? super T> reset, LeakDetection detection) {
        this.factory = Objects.requireNonNull(factory);
        this.reset = Objects.requireNonNull(reset);
        this.idle = new MpmcArrayQueue<>(capacity);
        this.out = detection == LeakDetection.ON ? new ConcurrentHashMap<>() : null;
    }

    /** Returns an object that no other caller has. */
    public T take() {
        T object = idle.poll();
        if (object == null) {
            object = Objects.requireNonNull(factory.get(), "factory");
            made.increment();
        }
        if (out != null) {
            findLeaks();
            Lease<T> lease = new Lease<>(object, collected, new Throwable("taken here"));
            out.put(lease, lease);
        }
        return object;
    }

    /**
     * Takes an object back, which the caller must not use any more.
     *
     * @throws IllegalStateException if the pool detects leaks and the object is not taken: it was given back
     *     before, or is not of this pool
     */
    public void give(T object) {
        Objects.requireNonNull(object);
        if (out != null) {
            findLeaks();
            if (out.remove(new Identity(object)) == null) {
                throw new IllegalStateException("object given back is not out object=" + object);
            }
        }
        reset.accept(object);
        if (!idle.offer(object)) {
            dropped.increment();
        }
    }

    private void findLeaks() {
        for (Reference<? extends T> gone = collected.poll(); gone != null; gone = collected.poll()) {
            Lease<T> lease = out.remove(gone);
            if (lease != null) {
                leaked.increment();
                LOGGER.log(Level.WARNING, "object of a pool was never given back", lease.taken);
            }
        }
    }

    /** Returns the number of objects created. */
    public long made() {
        return made.sum();
    }

    /** Returns the number of objects given back while the pool was full. */
    public long dropped() {
        return dropped.sum();
    }

    /** Returns the number of objects found that were never given back; 0 if the pool does not detect leaks. */
    public long leaked() {
        if (out != null) {
            findLeaks();
        }
        return leaked.sum();
    }

    /**
     * The stack at which an object was taken, without a strong reference to the object. Equal to itself and to the
     * object's identity.
     */
    private static final class Lease<T> extends WeakReference<T> {
        private final int hash;
        private final Throwable taken;

        Lease(T object, ReferenceQueue<T> queue, Throwable taken) {
            super(object, queue);
            this.hash = System.identityHashCode(object);
            this.taken = taken;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** The key by which the lease of an object is found. */
    private record Identity(Object object) {
        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // compared by identity, not by equality
        public boolean equals(Object other) {
            return other instanceof Lease<?> lease && lease.get() == object;
        }
    }
}
