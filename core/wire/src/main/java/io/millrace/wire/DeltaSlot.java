package io.millrace.wire;

/**
 * The state of one key in the writer or the reader. This class owns the header of a message, which is one varint:
 *
 * <pre>
 * bit 0       1 for a key frame, 0 for changes
 * bits 1, 2   how many messages the key has had since it got its number, modulo 4
 * bits 3...   the number of the key
 * </pre>
 *
 * If there are too many keys, numbers are reused, always with a key frame. By the count a reader detects that messages
 * are missing, unless exactly four, or a multiple of four, are.
 */
abstract class DeltaSlot {
    private static final int COUNT_MASK = 3;
    private static final int NUMBER_SHIFT = 3;

    final int number;

    /** Only in the writer: the hash of the key, and the number + 1 of the next slot of the same bucket, or 0. */
    int hash;

    int next;

    /** Whether the stored message is the one that the other side has stored. */
    boolean known;

    /** Only in the writer: messages since the last key frame. */
    int since;

    private int count;

    DeltaSlot(int number) {
        this.number = number;
    }

    /** Writes the header of a key frame; the state is unknown until the caller sets {@link #known}. */
    final void beginKeyFrame(BinaryOutput out) {
        known = false;
        since = 0;
        out.writeUnsigned((long) number << NUMBER_SHIFT | advance() << 1 | 1);
    }

    /** Writes the header of changes; the state is unknown until the caller sets {@link #known}. */
    final void beginChanges(BinaryOutput out) {
        known = false;
        since++;
        out.writeUnsigned((long) number << NUMBER_SHIFT | advance() << 1);
    }

    private int advance() {
        count = count + 1 & COUNT_MASK;
        return count;
    }

    static boolean isKeyFrame(long header) {
        return (header & 1) != 0;
    }

    static long number(long header) {
        return header >>> NUMBER_SHIFT;
    }

    private static int count(long header) {
        return (int) (header >>> 1) & COUNT_MASK;
    }

    /** Returns whether the message with this header is the next one of this key. */
    final boolean precedes(long header) {
        return known && count(header) == (count + 1 & COUNT_MASK);
    }

    /** Moves to the message with this header; the state is unknown until the caller sets {@link #known}. */
    final void follow(long header) {
        known = false;
        count = count(header);
    }
}
