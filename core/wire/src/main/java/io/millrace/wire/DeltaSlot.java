package io.millrace.wire;

/**
 * What is remembered of one key, on either side. The header of a message, which this class owns, is one varint:
 *
 * <pre>
 * bit 0       1 for a key frame, 0 for changes
 * bits 1, 2   the count of the key's messages since it got its number, modulo 4
 * bits 3...   the number of the key
 * </pre>
 *
 * Numbers are given again when there are too many keys, always by a key frame. The count shows a reader that a message
 * between two others is missing, unless four in a row are.
 */
abstract class DeltaSlot {
    private static final int COUNT_MASK = 3;
    private static final int NUMBER_SHIFT = 3;

    final int number;

    /** The hash of the key, and the number + 1 of the next slot of the same bucket, or 0; the writer's. */
    int hash;

    int next;

    /** Whether the message that is remembered is the one at the other end. */
    boolean known;

    /** Messages since the last key frame; the writer's. */
    int since;

    private int count;

    DeltaSlot(int number) {
        this.number = number;
    }

    /** Writes the header of a key frame; until the caller says otherwise nothing is known. */
    final void beginKeyFrame(BinaryOutput out) {
        known = false;
        since = 0;
        out.writeUnsigned((long) number << NUMBER_SHIFT | advance() << 1 | 1);
    }

    /** Writes the header of changes; until the caller says otherwise nothing is known. */
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

    /** Whether the message with this header is the next one of this key. */
    final boolean precedes(long header) {
        return known && count(header) == (count + 1 & COUNT_MASK);
    }

    /** Takes the place in the sequence of the message with this header, of which nothing is known yet. */
    final void follow(long header) {
        known = false;
        count = count(header);
    }
}
