package io.millrace.fix;

import io.millrace.journal.Index;
import java.util.Arrays;

/**
 * Where in the journal the messages are that a session has sent, by their numbers, which follow one another. An index
 * is the distance from that of the message before, in one to ten bytes, and each 64th is kept whole: two to three bytes
 * for a message, and a look-up adds up 63 distances at most.
 */
final class SentIndex {

    private static final int BLOCK = 64;
    private static final int LONGEST = 10;

    private byte[] distances = new byte[BLOCK];
    private int size;
    private long[] indexes = new long[4];
    private int[] offsets = new int[4];
    private long first = 1;
    private long count;
    private long last;

    /** Where the last walk has ended. */
    private int end;

    /** Adds a message; one whose number does not follow takes away all before it. */
    void add(long number, long index) {
        if (number != first + count) {
            clear(number);
        }
        if (count % BLOCK == 0) {
            int block = (int) (count / BLOCK);
            if (block == indexes.length) {
                indexes = Arrays.copyOf(indexes, 2 * block);
                offsets = Arrays.copyOf(offsets, 2 * block);
            }
            indexes[block] = index;
            offsets[block] = size;
        } else {
            write(index - last);
        }
        last = index;
        count++;
    }

    /** Takes note that the next message has a number; if that does not follow, those before it are not known. */
    void continueAt(long number) {
        if (number != first + count) {
            clear(number);
        }
    }

    /** Returns the index of the first message; {@link Index#NONE} if there is none. */
    long first() {
        return count == 0 ? Index.NONE : indexes[0];
    }

    private void clear(long number) {
        first = number;
        count = 0;
        size = 0;
    }

    private void write(long distance) {
        if (size + LONGEST > distances.length) {
            distances = Arrays.copyOf(distances, 2 * distances.length);
        }
        long left = distance;
        while (left > 0x7F) {
            distances[size++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        distances[size++] = (byte) left;
    }

    /** Forgets messages from a number on; the next one has it. */
    void forgetFrom(long number) {
        if (number <= first || number > first + count) {
            clear(number);
        } else if (number < first + count) {
            last = find(number - 1);
            count = number - first;
            size = end;
        }
    }

    /** Returns the index of a message, {@link Index#NONE} if it is not known. */
    long find(long number) {
        if (number < first || number >= first + count) {
            return Index.NONE;
        }
        int block = (int) ((number - first) / BLOCK);
        long index = indexes[block];
        end = offsets[block];
        for (long left = (number - first) % BLOCK; left > 0; left--) {
            index += read();
        }
        return index;
    }

    /** Returns the first number from a number on whose index is known; {@code Long.MAX_VALUE} if there is none. */
    long nextKnown(long number) {
        return number < first + count ? Math.max(number, first) : Long.MAX_VALUE;
    }

    private long read() {
        long distance = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = distances[end++];
            distance |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return distance;
            }
        }
    }
}
