package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.Objects;

/**
 * Elements in chunks of slots, for any number of threads on either side: each of the sixteen array queues is this class
 * with its own policy for chunks and its own way to claim.
 *
 * <p>Elements are numbered. The element with index i is in slot i modulo the size of its chunk. A chunk is used once
 * from its beginning to its end; then the producers continue in the next chunk, and the consumers follow them. A slot
 * is null, then holds its element, then is null again. So the slot alone shows a consumer whether its element is there,
 * and a cursor needs to know only where its chunk ends.
 *
 * <ul>
 *   <li>A side with one thread has its cursor to itself. The producer stores the element, then publishes its index;
 *       the consumer takes the element out, then publishes its index. Each step is a release store. After the last slot
 *       of its chunk the consumer reads the first slot again, which is empty unless the producers filled it again too.
 *   <li>Where both sides have one thread, slots become empty in order, and an empty slot shows the producer of a
 *       ring that all slots before it are empty. The producer looks some slots ahead, and never reads the consumer's
 *       index, whose cache line is written for each element. There the consumer first publishes its index and then
 *       empties the slot, so that a thread that sees the slot's next element also sees that the index has passed the
 *       former one.
 *   <li>A side with many threads claims an index by compare-and-set, and then works on the slot. An index never
 *       recurs. So if the compare-and-set succeeds, everything that was read of the cursor since the index was read is
 *       still valid. The cursor moves to another chunk only while its index is at the end of a chunk, under a lock; a
 *       thread that has other work does not wait for it.
 *   <li>An index beyond {@code producerLimit} or {@code consumerLimit} may not be used: there the chunk ends, or
 *       the queue may be full or empty. Below it, no side reads what the other writes. One of many consumers of many
 *       producers may also use the oldest index once it has seen the slot of that index empty: a later content was
 *       stored by a producer that has claimed the index.
 *   <li>Some chunks are kept for reuse, in a circle that only producers use. Producers reuse the chunk that they
 *       entered longest ago if the consumers have left it; else they create one, and keep it as well while few are
 *       kept. Where the kept chunks are larger than a first-level cache, and few chunks are in use, they reuse the one
 *       that the only consumer left last. A thread that still has a chunk in use can do no harm: its compare-and-set
 *       fails.
 *   <li>A ring of several chunks has one chunk more than its capacity fills. The empty chunks are between the
 *       producers' chunk and the consumers', and their order does not matter: while few chunks are in use, the one that
 *       the only consumer left last comes first. This does not hold for many consumers, which may not have emptied that
 *       chunk yet.
 *   <li>A chunk that has lived through a garbage collection is not reused: a new one takes its place.
 * </ul>
 *
 * <p>With many consumers an index may be claimed while its slot is not yet empty. Producers reuse a linked chunk only
 * if all its slots are empty. In a ring, slots may still hold elements: many producers raise their limit only over
 * empty slots, and a single producer checks each slot before it fills it.
 */
abstract class LinkedArrayQueue<E> extends QueueBackPadding<E> {

    /** The content of a slot that a producer claimed and has no element for, since its supplier threw. */
    static final Object SKIPPED = new Object();

    private static final VarHandle SKIPS;

    static {
        try {
            SKIPS = MethodHandles.lookup().findVarHandle(LinkedArrayQueue.class, "skips", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Cursor producers = new Cursor();
    final Cursor consumers = new Cursor();

    final ChunkPolicy policy;
    final long capacity;

    /** Whether chunks follow one another in a ring, so that producers need not have entered a chunk that follows. */
    final boolean inRing;

    /** Used by the producer that moves the cursor. */
    private final GarbageCollectionCounter collections = new GarbageCollectionCounter();

    /** Whether slots become empty after a consumer has claimed their index. */
    final boolean emptiedLate;

    @SuppressWarnings("unused") // accessed by its VarHandle
    private int skips;

    LinkedArrayQueue(ChunkPolicy policy, Multiplicity consumerThreads) {
        this.policy = policy;
        this.capacity = policy.capacity();
        this.inRing = policy.supply() == ChunkPolicy.Supply.RING;
        this.emptiedLate = consumerThreads == Multiplicity.MANY;
        startAt(0);
    }

    /** Numbers the elements from {@code index} on, for tests of wrapping; the queue must be new. */
    final void startAt(long index) {
        Chunk first = policy.firstChunk();
        if (!inRing) {
            first.linkKept(first);
            newestKept = first;
            keptSlots = first.count();
        }
        enterProducers(first, index);
        enterConsumers(first, index);
        roomEnd = index;
        slotsValidFrom = index - capacity;
        producerLimitRelease(index);
        consumerLimitRelease(index);
        producerIndexRelease(index);
        consumerIndexRelease(index);
        emptyAtRelease(index);
    }

    private void enterProducers(Chunk chunk, long index) {
        producers.chunk = chunk;
        producerSlots = chunk.slots;
        producerMask = chunk.count() - 1;
        producers.endRelease(end(chunk, index));
    }

    private void enterConsumers(Chunk chunk, long index) {
        consumers.chunk = chunk;
        consumerSlots = chunk.slots;
        consumerMask = chunk.count() - 1;
        consumers.endRelease(end(chunk, index));
    }

    /** Returns the index at which a chunk ends that is entered at {@code index}. */
    final long end(Chunk chunk, long index) {
        return index + policy.span(chunk.count());
    }

    /**
     * Moves the producers' cursor into the next chunk, where there is room for an element at {@code index}. Fails,
     * without any effect, if there is no memory for a chunk that the queue needs.
     */
    final void enterNext(long index) {
        Chunk from = producers.chunk;
        int seen = collections.seen(index);
        Chunk to;
        if (inRing) {
            if (!emptiedLate && !policy.isOneChunk()) {
                bringForward(from, index);
            }
            to = from.nextAcquire();
            if (to.createdAfter != seen) {
                to = renewed(from, to, seen);
                if (policy.isOneChunk() && !isSame(from, to)) {
                    slotsValidFrom = index;
                }
            }
        } else {
            int slots = from.count();
            boolean mayGrow = policy.mayGrow(slots);
            to = nextChunk(mayGrow ? policy.slotsAfter(slots, index - consumerIndexAcquire(), index) : slots, seen);
            from.nextRelease(to);
        }
        enterProducers(to, index);
    }

    /**
     * Makes the chunk that the only consumer left last the successor of {@code from}, which ends at {@code index},
     * while few chunks are in use. Its cache lines are still in first-level caches, and those of the other empty chunks
     * are not. The consumer has left a chunk once it took an element of the next one; until then it may read the first
     * slot of the chunk again.
     */
    private void bringForward(Chunk from, long index) {
        long inUse = (index - consumerIndexAcquire()) / from.count() + 1;
        if (inUse > ChunkPolicy.HOT_CHUNKS) {
            return;
        }
        Chunk last = from;
        for (long i = 0; i < inUse; i++) {
            last = last.before;
        }
        Chunk next = from.nextAcquire();
        if (!isSame(last, next)) {
            last.before.link(last.nextAcquire());
            last.link(next);
            from.link(last);
        }
    }

    /**
     * Replaces {@code old} in a ring by a new chunk. Either the consumers have left {@code old}, or it is the only
     * chunk and they find the new one after it, since they only follow the producers.
     */
    private Chunk renewed(Chunk before, Chunk old, int seen) {
        Chunk next;
        try {
            next = made(old.count(), seen);
        } catch (OutOfMemoryError e) {
            return old; // a queue that has all its slots needs no memory
        }
        if (isSame(old, before)) {
            next.nextRelease(next);
            old.nextRelease(next);
        } else {
            next.link(old.nextAcquire());
            before.link(next);
            old.nextRelease(null);
            old.before = null;
        }
        return next;
    }

    /** Takes a kept chunk that the consumers have left, or creates one, and keeps it if not too many are kept. */
    private Chunk nextChunk(int slots, int seen) {
        Chunk left = leftKept();
        if (left != null && left.count() == slots && left.createdAfter == seen && (!emptiedLate || left.isClean())) {
            if (!isSame(left, newestKept)) {
                drop(left);
                keep(left);
            }
            return left;
        }
        Chunk made = made(slots, seen);
        int others = left == null ? keptSlots : keptSlots - left.count();
        if (others + slots <= policy.keptSlots()) {
            keep(made);
        }
        if (left != null) {
            drop(left);
        }
        return made;
    }

    /**
     * Returns the kept chunk that was entered longest ago, or null if consumers have not left it. Where the kept chunks
     * are larger than a first-level cache and few chunks are in use, returns the one that the only consumer left last.
     */
    private Chunk leftKept() {
        if (!emptiedLate && policy.keptSlots() > ChunkPolicy.KEPT_SLOTS) {
            Chunk kept = newestKept;
            for (int inUse = 0; inUse <= ChunkPolicy.HOT_CHUNKS; inUse++) {
                if (isLeft(kept)) {
                    return kept;
                }
                kept = kept.before;
            }
        }
        Chunk oldest = newestKept.keptNext;
        return isLeft(oldest) ? oldest : null;
    }

    /**
     * Returns whether consumers have left a chunk. They leave chunks in the order in which producers entered them, and
     * a chunk refers to its successor from when producers leave it until consumers do.
     */
    private boolean isLeft(Chunk chunk) {
        return !isSame(chunk, producers.chunk) && chunk.nextAcquire() == null;
    }

    /** Adds a chunk to the circle of kept chunks, between the one entered last and the oldest. */
    private void keep(Chunk chunk) {
        chunk.linkKept(newestKept.keptNext);
        newestKept.linkKept(chunk);
        newestKept = chunk;
        keptSlots += chunk.count();
    }

    /** Removes a chunk from the circle, which has at least one other. */
    private void drop(Chunk chunk) {
        if (isSame(chunk, newestKept)) {
            newestKept = chunk.before;
        }
        chunk.before.linkKept(chunk.keptNext);
        keptSlots -= chunk.count();
        chunk.keptNext = null;
        chunk.before = null;
    }

    @SuppressWarnings("ReferenceEquality") // chunks have no other equality
    private static boolean isSame(Chunk one, Chunk other) {
        return one == other;
    }

    private Chunk made(int slots, int seen) {
        Chunk chunk = newChunk(slots);
        chunk.createdAfter = seen;
        return chunk;
    }

    /** Creates a chunk. Tests of failing allocation override this method. */
    Chunk newChunk(int slots) {
        return new Chunk(slots);
    }

    /** Moves the consumers' cursor, whose index is at the end of its chunk, into {@code to}. */
    final void moveConsumersTo(Chunk to, long index) {
        Chunk from = consumers.chunk;
        enterConsumers(to, index);
        if (!inRing) {
            from.nextRelease(null);
        } else if (policy.isOneChunk() && !isSame(from, to)) {
            from.nextRelease(null);
        }
    }

    @SuppressWarnings("ReferenceEquality") // compared by identity, whatever the class of an element says
    static boolean isSkipped(Object element) {
        return element == SKIPPED;
    }

    /**
     * Returns the end of the consumers' chunk for {@code index}, from the last known one. In a ring of one chunk the
     * only consumer takes elements without checking the end; an element in the same slots shows that producers
     * continued in the same chunk.
     */
    final long endFrom(long known, long index) {
        long end = known;
        while (index - end > 0) {
            end += policy.span(policy.firstSlots());
        }
        return end;
    }

    /** Simulates a garbage collection, for tests. */
    final void simulateCollection() {
        collections.simulate();
    }

    final void addSkips(int count) {
        SKIPS.getAndAdd(this, count);
    }

    @Override
    public final int capacity() {
        return capacity == ChunkPolicy.NO_LIMIT ? UNBOUNDED : (int) capacity;
    }

    /** Returns the number of elements at some moment during the call; never more than the capacity. */
    @Override
    public final int size() {
        long after = consumerIndexVolatile();
        while (true) {
            long before = after;
            long filled = producerIndexVolatile();
            after = consumerIndexVolatile();
            if (before == after) {
                long size = Math.max(0, filled - after);
                return (int) Math.min(size, Math.min(capacity, Integer.MAX_VALUE));
            }
        }
    }

    @Override
    public final boolean isEmpty() {
        long taken = consumerIndexVolatile();
        if (producerIndexVolatile() - taken <= 0) {
            return true;
        }
        return (int) SKIPS.getAcquire(this) != 0 && !iterator().hasNext();
    }

    /**
     * Returns an iterator over the present elements, from the oldest on; it leaves out elements that are taken
     * meanwhile.
     */
    @Override
    public final Iterator<E> iterator() {
        return new LinkedArrayIterator<>(this);
    }

    static void requireElement(Object element) {
        Objects.requireNonNull(element, "element");
    }
}
