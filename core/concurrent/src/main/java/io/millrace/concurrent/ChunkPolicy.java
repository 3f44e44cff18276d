package io.millrace.concurrent;

/**
 * How a queue gets its chunks.
 *
 * @param capacity the greatest number of elements
 * @param firstSlots slots of the first chunk, a power of two
 * @param largestSlots slots of the largest chunk, a power of two; where it is greater than the first, chunks double
 * @param supply where chunks come from
 * @param passage how many elements pass through the only chunk of a ring before the queue looks for a newer chunk
 * @param keptSlots the greatest number of slots in chunks that are kept for reuse, if chunks are linked; two of the
 *     largest chunks or more
 */
record ChunkPolicy(long capacity, int firstSlots, int largestSlots, Supply supply, int passage, int keptSlots) {

    /** Where chunks come from. */
    enum Supply {
        /** All chunks exist from the start, and follow one another in a ring. */
        RING,
        /** Chunks are created when needed; some are kept, and are reused when the consumers have left them. */
        LINKED
    }

    /** More elements than fit into any heap. */
    static final long NO_LIMIT = Long.MAX_VALUE >> 1;

    /**
     * Slots of the largest chunk that this class chooses. An array of 64 or 128 KiB is never a humongous object of the
     * G1 collector, and so starts in the young generation, where storing a reference needs no fence.
     */
    static final int PAGE_SLOTS = 1 << 14;

    /**
     * The greatest number of slots in chunks that are kept for reuse, where two chunks have fewer. They are enough for
     * the producers to get ahead of the consumers by many small chunks without garbage, and few enough for the
     * first-level cache of a processor.
     */
    static final int KEPT_SLOTS = 1 << 12;

    /** Up to this number of chunks in use, producers continue in the one that the only consumer left last. */
    static final int HOT_CHUNKS = 2;

    /** Slots of the largest chunk where one consumer has several chunks: those in use fit into a first-level cache. */
    static final int HOT_SLOTS = KEPT_SLOTS / HOT_CHUNKS;

    /** Up to this size chunks grow by use alone: two of them have two KiB, where a reference has four bytes. */
    static final int BUSY_SLOTS = 1 << 8;

    /** A queue counts as used after this number of elements for each slot of its chunk. */
    private static final int ROUNDS = 16;

    /** The greatest number of slots of a chunk that a caller may request. */
    static final int MAX_SLOTS = 1 << 24;

    static ChunkPolicy array(int capacity, Multiplicity consumerThreads) {
        require(capacity >= 1, "capacity", capacity);
        boolean inFew = consumerThreads == Multiplicity.ONE && capacity > KEPT_SLOTS;
        int slots = inFew ? HOT_SLOTS : (int) Math.min(PAGE_SLOTS, powerOfTwo(capacity));
        return ring(capacity, slots, passage(slots));
    }

    /** Returns the policy of an array in chunks of {@code slots}, a power of two. */
    static ChunkPolicy ring(int capacity, int slots, int passage) {
        return new ChunkPolicy(capacity, slots, slots, Supply.RING, passage, 0);
    }

    /**
     * Returns how many elements pass before a side looks for a newer chunk. A look costs each side as much as a hundred
     * elements, so there is one for as many rounds as there are slots, at least 16.
     */
    private static int passage(int slots) {
        return (int) Math.min(PAGE_SLOTS, (long) slots * Math.max(16, slots));
    }

    static ChunkPolicy chunked(int chunkSize, int capacity, Multiplicity consumerThreads) {
        requireChunk("chunkSize", chunkSize);
        require(capacity >= chunkSize, "capacity", capacity);
        return linked(capacity, chunkSize, chunkSize, consumerThreads);
    }

    static ChunkPolicy growable(int initialSize, int capacity, Multiplicity consumerThreads) {
        requireChunk("initialSize", initialSize);
        require(capacity >= initialSize, "capacity", capacity);
        int largest = Math.max(initialSize, Math.min(PAGE_SLOTS, capacity));
        return linked(capacity, initialSize, largest, consumerThreads);
    }

    static ChunkPolicy unbounded(int chunkSize, Multiplicity consumerThreads) {
        requireChunk("chunkSize", chunkSize);
        return linked(NO_LIMIT, chunkSize, chunkSize, consumerThreads);
    }

    /**
     * Returns the policy of linked chunks. A single consumer gets smaller chunks than requested, if those are large,
     * and as many slots in kept chunks.
     */
    private static ChunkPolicy linked(long capacity, int first, int largest, Multiplicity consumerThreads) {
        int most = consumerThreads == Multiplicity.ONE ? HOT_SLOTS : MAX_SLOTS;
        int firstSlots = (int) Math.min(most, powerOfTwo(first));
        int largestSlots = (int) Math.min(most, powerOfTwo(largest));
        int keptSlots = (int) Math.max(KEPT_SLOTS, 2 * powerOfTwo(largest));
        return new ChunkPolicy(capacity, firstSlots, largestSlots, Supply.LINKED, firstSlots, keptSlots);
    }

    Chunk firstChunk() {
        if (supply == Supply.LINKED) {
            return new Chunk(firstSlots);
        }
        // one chunk more than the elements need, so that no producer enters a chunk before the consumers have left it
        long chunks = isOneChunk() ? 1 : (capacity + firstSlots - 1) / firstSlots + 1;
        return Chunk.ring((int) chunks, firstSlots);
    }

    /** Returns whether a single chunk has all slots, and is its own successor. */
    boolean isOneChunk() {
        return capacity <= firstSlots;
    }

    /**
     * Returns how many elements pass through a chunk of {@code slots} before the next one. A single chunk is used for
     * several rounds before the queue looks for a newer one.
     */
    int span(int slots) {
        return supply == Supply.RING && isOneChunk() ? passage : slots;
    }

    /** Returns whether the chunk after one of {@code slots} may be larger. */
    boolean mayGrow(int slots) {
        return slots < largestSlots;
    }

    /**
     * Returns the number of slots of the chunk after one of {@code slots}, while {@code content} elements are in the
     * queue and {@code index} were offered. It is twice the size if the queue is at least a quarter full, since each
     * change of chunks costs as much as some elements; a small chunk doubles also after {@value #ROUNDS} times as many
     * elements as it has slots.
     */
    int slotsAfter(int slots, long content, long index) {
        boolean isBusy = slots < BUSY_SLOTS && index >= (long) ROUNDS * slots;
        return (isBusy || content >= slots >> 2) && slots < largestSlots ? slots << 1 : slots;
    }

    private static long powerOfTwo(int least) {
        return Long.highestOneBit(2L * least - 1);
    }

    private static void requireChunk(String name, int value) {
        require(value >= 1 && value <= MAX_SLOTS, name, value);
    }

    private static void require(boolean holds, String name, int value) {
        if (!holds) {
            throw new IllegalArgumentException("invalid queue size, chunks have 1 to " + MAX_SLOTS
                    + " slots and not more than the capacity " + name + "=" + value);
        }
    }
}
