package io.millrace.net;

import java.nio.ByteBuffer;

/**
 * What was read from a link and not taken yet. One read takes as much as has come, so that a small message costs one
 * call of the system, and several may come with it. One thread.
 */
final class LinkInput {

    private static final int FIRST_BYTES = 1 << 18;

    private final Link link;
    private final Runnable beforeWaiting;
    private ByteBuffer bytes = ByteBuffer.allocateDirect(FIRST_BYTES);
    private int from;
    private int to;

    /**
     * Creates an empty input.
     *
     * @param beforeWaiting is called before each read, which may wait for the peer
     */
    LinkInput(Link link, Runnable beforeWaiting) {
        this.link = link;
        this.beforeWaiting = beforeWaiting;
    }

    /** Returns the most bytes for which there is memory. */
    int capacity() {
        return bytes.capacity();
    }

    /** Takes more memory; what was read and not taken is kept. */
    void grow(int capacity) {
        ByteBuffer larger = ByteBuffer.allocateDirect(capacity);
        larger.put(bytes.limit(to).position(from));
        to -= from;
        from = 0;
        bytes = larger;
    }

    /**
     * Reads until so many bytes are there, at most the capacity.
     *
     * @return false if the peer has ended the link before the first of them
     * @throws NetException if the peer ends the link within them, or the link has failed
     */
    boolean require(int count) {
        if (to - from >= count) {
            return true;
        }
        if (bytes.capacity() - from < count) {
            bytes.limit(to).position(from);
            bytes.compact();
            to -= from;
            from = 0;
        }
        while (to - from < count) {
            beforeWaiting.run();
            int read = link.read(bytes.limit(bytes.capacity()).position(to));
            if (read < 0 && to == from) {
                return false;
            }
            if (read < 0) {
                throw new NetException("the peer ended the link within a message peer=" + link.peer() + " missingBytes="
                        + (count - (to - from)));
            }
            to += read;
        }
        return true;
    }

    /** Returns the next bytes, from position to limit, without taking them. They hold until the next read. */
    ByteBuffer next(int count) {
        return bytes.limit(from + count).position(from);
    }

    /** Takes bytes that are there. */
    void take(int count) {
        from += count;
        if (from == to) {
            from = 0;
            to = 0;
        }
    }

    /** Reads and drops bytes, however many they are. */
    void skip(int count) {
        for (int left = count; left > 0; ) {
            if (to == from && !require(1)) {
                throw new NetException(
                        "the peer ended the link within a message peer=" + link.peer() + " missingBytes=" + left);
            }
            int some = Math.min(left, to - from);
            take(some);
            left -= some;
        }
    }
}
