package io.millrace.channel;

import java.util.Arrays;
import java.util.Objects;

/**
 * The hops of a message, oldest first: for each hop, the source and index of the message that was read, when it was
 * read, and when its result was written. The last hop led to the present message.
 *
 * <p>Mutable and reused by readers: to keep a history longer than the present call, copy it with {@link #copyOf}. Not
 * safe for use by several threads. Nanoseconds are since the epoch.
 */
public final class History {

    /** The maximum number of hops; older ones are left out, and {@link #olderLeftOut()} is then true. */
    public static final int MAX_HOPS = 64;

    private Source[] sources = new Source[4];
    private long[] indexes = new long[4];
    private long[] timesInNs = new long[4];
    private long[] timesOutNs = new long[4];
    private int size;
    private boolean olderLeftOut;

    /** Creates an empty history. */
    public History() {}

    /** Returns how many hops there are, 0 to {@value #MAX_HOPS}. */
    public int size() {
        return size;
    }

    /** Returns whether hops older than the first were left out because there were more than {@value #MAX_HOPS}. */
    public boolean olderLeftOut() {
        return olderLeftOut;
    }

    /** Returns the source that was read in hop {@code hop}, 0 being the oldest. */
    public Source source(int hop) {
        return sources[Objects.checkIndex(hop, size)];
    }

    /** Returns the index, in its source, of the message that was read in hop {@code hop}. */
    public long index(int hop) {
        return indexes[Objects.checkIndex(hop, size)];
    }

    /** Returns when the message was read, or should have been read if the source has a schedule. */
    public long timeInNs(int hop) {
        return timesInNs[Objects.checkIndex(hop, size)];
    }

    /** Returns when the result was written. */
    public long timeOutNs(int hop) {
        return timesOutNs[Objects.checkIndex(hop, size)];
    }

    /** Replaces the content by the content of {@code other}. */
    public void copyOf(History other) {
        reserve(other.size);
        System.arraycopy(other.sources, 0, sources, 0, other.size);
        System.arraycopy(other.indexes, 0, indexes, 0, other.size);
        System.arraycopy(other.timesInNs, 0, timesInNs, 0, other.size);
        System.arraycopy(other.timesOutNs, 0, timesOutNs, 0, other.size);
        size = other.size;
        olderLeftOut = other.olderLeftOut;
    }

    void clear() {
        size = 0;
        olderLeftOut = false;
    }

    void markOlderLeftOut() {
        olderLeftOut = true;
    }

    void add(Source source, long index, long timeInNs, long timeOutNs) {
        reserve(size + 1);
        sources[size] = source;
        indexes[size] = index;
        timesInNs[size] = timeInNs;
        timesOutNs[size] = timeOutNs;
        size++;
    }

    private void reserve(int hops) {
        if (hops > sources.length) {
            int capacity = Math.max(hops, sources.length * 2);
            sources = Arrays.copyOf(sources, capacity);
            indexes = Arrays.copyOf(indexes, capacity);
            timesInNs = Arrays.copyOf(timesInNs, capacity);
            timesOutNs = Arrays.copyOf(timesOutNs, capacity);
        }
    }
}
