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
 *       consumer takes the element out, then publishes its index. Each step is a release store.
 *   <li>A side with many threads claims an index by compare-and-set, and then works on the slot. An index never comes
 *       again, so if the compare-and-set succeeds, all that was read of the cursor since the index was is still right.
 *       The cursor moves to another chunk only while its index stands at the end of one, under a lock that nobody waits
 *       for who has something else to do.
 *   <li>An index beyond {@link CursorFields#limit} may not be used: there the chunk ends, or the queue may be full or
 *       empty. Below it, no side looks at the cursor of the other.
 *   <li>A chunk that the consumers have left is used again once, as the next one of the producers. A thread that still
 *       holds it can do no harm: it can only lose its compare-and-set.
 * </ul>
 *
 * <p>What a queue of many consumers has to add is that an index may be claimed and its slot not yet empty. Producers
 * enter a chunk that is used again only if all its slots are, and raise their limit over empty slots only.
 */
abstract class LinkedArrayQueue<E> extends AbstractMessagePassingQueue<E> {

    /** Stands in a slot that a producer claimed and has no element for, since its supplier threw. */
    static final Object SKIPPED = new Object();

    private static final VarHandle SPARE;
    private static final VarHandle SKIPS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SPARE = lookup.findVarHandle(LinkedArrayQueue.class, "spare", Chunk.class);
            SKIPS = lookup.findVarHandle(LinkedArrayQueue.class, "skips", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Cursor producers = new Cursor();
    final Cursor consumers = new Cursor();
    final ChunkPolicy policy;
    final long capacity;

    /** Whether slots become empty after their index was claimed by a consumer. */
    final boolean emptiedLate;

    /** The chunk that the consumers have left and the producers not yet taken: those set it, these make it null. */
    @SuppressWarnings("unused") // through its handle
    private Chunk spare;

    @SuppressWarnings("unused") // through its handle
    private int skips;

    LinkedArrayQueue(ChunkPolicy policy, Multiplicity consumerThreads) {
        this.policy = policy;
        this.capacity = policy.capacity();
        this.emptiedLate = consumerThreads == Multiplicity.MANY;
        startAt(0);
    }

    /** Numbers the elements from {@code index} on, for tests of wrapping; the queue must be new. */
    final void startAt(long index) {
        Chunk first = policy.firstChunk();
        for (Cursor cursor : new Cursor[] {producers, consumers}) {
            cursor.enter(first, index);
            cursor.limitRelease(index);
            cursor.indexRelease(index);
        }
    }

    /** Moves the producers' cursor into the next chunk. Fails, without a trace, where there is no memory for one. */
    final void enterNext(long index, long content) {
        Chunk from = producers.chunk;
        Chunk to = from.nextAcquire();
        if (to == null) {
            to = nextChunk(policy.slotsAfter(from.slots.length, content));
            from.nextRelease(to);
        }
        producers.enter(to, index);
    }

    private Chunk nextChunk(int slots) {
        Chunk left = (Chunk) SPARE.getAcquire(this);
        if (left == null) {
            return newChunk(slots);
        }
        boolean fits = left.slots.length == slots && (!emptiedLate || left.isClean());
        Chunk next = fits ? left : newChunk(slots);
        SPARE.setRelease(this, null);
        return next;
    }

    /** Overridden by tests of failing allocation. */
    Chunk newChunk(int slots) {
        return new Chunk(slots);
    }

    /** Moves the consumers' cursor, whose index is at the end of its chunk, into {@code to}. */
    final void leaveFor(Chunk to, long index) {
        Chunk from = consumers.chunk;
        consumers.enter(to, index);
        if (policy.supply() == ChunkPolicy.Supply.LINKED) {
            from.nextRelease(null);
            if (SPARE.getAcquire(this) == null) {
                SPARE.setRelease(this, from);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // it is this object or it is not; the class of an element is anyone's
    static boolean isSkipped(Object element) {
        return element == SKIPPED;
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
        long after = consumers.indexVolatile();
        while (true) {
            long before = after;
            long filled = producers.indexVolatile();
            after = consumers.indexVolatile();
            if (before == after) {
                long size = Math.max(0, filled - after);
                return (int) Math.min(size, Math.min(capacity, Integer.MAX_VALUE));
            }
        }
    }

    @Override
    public final boolean isEmpty() {
        long taken = consumers.indexVolatile();
        if (producers.indexVolatile() - taken <= 0) {
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
