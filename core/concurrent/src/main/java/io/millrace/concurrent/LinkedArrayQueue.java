package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.Objects;

/**
 * Elements in chunks of slots, for any number of threads on either side: the sixteen queues of arrays are this class
 * with other policies for chunks and other claims.
 *
 * <p>Elements are numbered. The element with index i is in the slot i modulo the size of its chunk, and a chunk is used
 * from its beginning to its end once; then the producers go on in the chunk that follows, and the consumers behind
 * them. A slot is null, then holds its element, then is null. So a slot alone tells a consumer whether its element is
 * there, and a cursor has to know only where its chunk ends.
 *
 * <ul>
 *   <li>A side with one thread has its cursor to itself. The producer stores the element, then publishes its index; the
 *       consumer takes the element out, then publishes its index. Each step is a release store. Behind the end of its
 *       chunk the consumer comes to the first slot again, which is empty unless the producers did so too.
 *   <li>Where both sides have one thread, slots become empty in order, and one that is empty tells the producer of a
 *       ring that all before it are: it looks some way ahead, and never at the consumer's index, a line that is written
 *       for each element. There the consumer publishes its index first and empties the slot then, so that whoever
 *       sees the slot's next element sees that the index has passed the former one.
 *   <li>A side with many threads claims an index by compare-and-set, and then works on the slot. An index never comes
 *       again, so if the compare-and-set succeeds, all that was read of the cursor since the index was is still right.
 *       The cursor moves to another chunk only while its index stands at the end of one, under a lock that nobody waits
 *       for who has something else to do.
 *   <li>An index beyond {@code producerLimit} or {@code consumerLimit} may not be used: there the chunk ends, or the
 *       queue may be full or empty. Below it, no side looks at what the other writes. One of many consumers of many
 *       producers may also use the oldest index once its slot was seen empty: what is there then, a producer that has
 *       claimed the index has put there.
 *   <li>Some chunks are kept, and stand in a circle that only producers look at. They go on in the one that they
 *       entered longest ago if the consumers have left it; else they make one, and keep it as well while they are few.
 *       Of more than a first cache holds they take the one that the only consumer left last, while few are in use.
 *       A thread that still holds a chunk can do no harm: it can only lose its compare-and-set.
 *   <li>A ring of several chunks has as many as its capacity takes and one more. Those that are empty lie between the
 *       producers' and the consumers', in an order that says nothing: while few are in use, the one that the only
 *       consumer left last comes first. Many consumers may not have emptied that one yet.
 *   <li>A chunk that has lived through a collection of garbage is not used again: a new one takes its place.
 * </ul>
 *
 * <p>What a queue of many consumers has to add is that an index may be claimed and its slot not yet empty. Producers
 * enter a linked chunk that is used again only if all its slots are. In a ring they may still be filled: many producers
 * raise their limit over empty slots only, the only producer looks at each slot before it fills it.
 */
abstract class LinkedArrayQueue<E> extends QueueBack<E> {

    /** Stands in a slot that a producer claimed and has no element for, since its supplier threw. */
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

    /** Whether chunks follow one another in a ring, so that one that follows need not have been entered. */
    final boolean inRing;

    /** For the producer that moves the cursor. */
    private final CollectionWatch collections = new CollectionWatch();

    /** Whether slots become empty after their index was claimed by a consumer. */
    final boolean emptiedLate;

    @SuppressWarnings("unused") // through its handle
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
        placesFrom = index - capacity;
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

    /** Returns where a chunk ends that is entered at {@code index}. */
    final long end(Chunk chunk, long index) {
        return index + policy.span(chunk.count());
    }

    /**
     * Moves the producers' cursor into the next chunk, where there is room for an element at {@code index}. Fails,
     * without a trace, where there is no memory for a chunk that there has to be.
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
            if (to.madeAfter != seen) {
                to = renewed(from, to, seen);
                if (policy.isOneChunk() && !isSame(from, to)) {
                    placesFrom = index;
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
     * Has the chunk that the only consumer left last follow {@code from}, which ends at {@code index}, where few are in
     * use: its lines are in first caches still, those of the others that are empty no longer. The consumer has left a
     * chunk once it took an element behind its end; until then it may come to its first slot again.
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
     * Puts a new chunk into the place of {@code old} in a ring. The consumers have left that one, or else it is the
     * only one and they find the new chunk behind it, for they follow only where producers have entered.
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

    /** Takes a kept chunk that the consumers have left, or makes one, and keeps it if those kept are not too many. */
    private Chunk nextChunk(int slots, int seen) {
        Chunk left = leftKept();
        if (left != null && left.count() == slots && left.madeAfter == seen && (!emptiedLate || left.isClean())) {
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
     * Returns the kept chunk that was entered longest ago, or null if consumers have not left it. Where more is kept
     * than a first cache holds, returns the one that the only consumer left last while few are in use.
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
     * Chunks are left in the order in which they were entered, and one that producers went on from points to the next
     * until it is left.
     */
    private boolean isLeft(Chunk chunk) {
        return !isSame(chunk, producers.chunk) && chunk.nextAcquire() == null;
    }

    /** Puts a chunk into the circle of those that are kept, between the one entered last and the oldest. */
    private void keep(Chunk chunk) {
        chunk.linkKept(newestKept.keptNext);
        newestKept.linkKept(chunk);
        newestKept = chunk;
        keptSlots += chunk.count();
    }

    /** Takes a chunk out of the circle, in which there is another one. */
    private void drop(Chunk chunk) {
        if (isSame(chunk, newestKept)) {
            newestKept = chunk.before;
        }
        chunk.before.linkKept(chunk.keptNext);
        keptSlots -= chunk.count();
        chunk.keptNext = null;
        chunk.before = null;
    }

    @SuppressWarnings("ReferenceEquality") // chunks have no other
    private static boolean isSame(Chunk one, Chunk other) {
        return one == other;
    }

    private Chunk made(int slots, int seen) {
        Chunk chunk = newChunk(slots);
        chunk.madeAfter = seen;
        return chunk;
    }

    /** Overridden by tests of failing allocation. */
    Chunk newChunk(int slots) {
        return new Chunk(slots);
    }

    /** Moves the consumers' cursor, whose index is at the end of its chunk, into {@code to}. */
    final void leaveFor(Chunk to, long index) {
        Chunk from = consumers.chunk;
        enterConsumers(to, index);
        if (!inRing) {
            from.nextRelease(null);
        } else if (policy.isOneChunk() && !isSame(from, to)) {
            from.nextRelease(null);
        }
    }

    @SuppressWarnings("ReferenceEquality") // it is this object or it is not; the class of an element is anyone's
    static boolean isSkipped(Object element) {
        return element == SKIPPED;
    }

    /**
     * Returns the end of the consumers' chunk behind {@code index}, from one that they knew. The only consumer takes
     * what it finds in a ring of one chunk without a look at the end, and that it found it there tells that producers
     * went on in the same chunk.
     */
    final long endFrom(long known, long index) {
        long end = known;
        while (index - end > 0) {
            end += policy.span(policy.firstSlots());
        }
        return end;
    }

    /** Makes the queue believe that garbage was collected, for tests. */
    final void collected() {
        collections.pretend();
    }

    final void addSkips(int count) {
        SKIPS.getAndAdd(this, count);
    }

    @Override
    public final int capacity() {
        return capacity == ChunkPolicy.ENDLESS ? UNBOUNDED : (int) capacity;
    }

    /** Returns how many elements there are, or were at some moment during the call; never more than the capacity. */
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

    /** Returns an iterator over what is there now, from the oldest on; it passes over what is taken meanwhile. */
    @Override
    public final Iterator<E> iterator() {
        return new LinkedArrayIterator<>(this);
    }

    static void requireElement(Object element) {
        Objects.requireNonNull(element, "element");
    }
}
