package io.millrace.simulation;

/**
 * Frames of the model, as words of eight bytes. The check depends on the position, as the checksum of a frame of a
 * journal does, and a frame says of which batch it is, so that half a batch is seen as one.
 *
 * <pre>
 *  word  content
 *  0     words of the frame (int), check (int)
 *  1     number of the message, given once
 *  2     messages in the batch (byte), number in the batch (byte), number of the batch (six bytes)
 *  3..   filling
 * </pre>
 */
final class ModelFrame {

    static final int LEAST_WORDS = 3;

    private static final int CHECK_SHIFT = 32;
    private static final int BATCH_SHIFT = 16;
    private static final int PART_SHIFT = 8;
    private static final int BYTE_MASK = 0xff;
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

    private ModelFrame() {}

    static void write(long[] words, int at, long position, int length, long message, long batch) {
        words[at + 1] = message;
        words[at + 2] = batch;
        for (int i = LEAST_WORDS; i < length; i++) {
            words[at + i] = message;
        }
        words[at] = header(words, at, position, length);
    }

    private static long header(long[] words, int at, long position, int length) {
        return mix(mix(position, words[at + 1]), words[at + 2]) << CHECK_SHIFT | length;
    }

    /** Returns whether a whole frame is there. */
    static boolean isWhole(long[] words, int at, long position) {
        int length = (int) words[at];
        return length >= LEAST_WORDS && at + length <= words.length && words[at] == header(words, at, position, length);
    }

    static int length(long[] words, int at) {
        return (int) words[at];
    }

    static long batch(long number, int part, int size) {
        return number << BATCH_SHIFT | (long) part << PART_SHIFT | size;
    }

    static boolean isLastOfBatch(long[] words, int at) {
        int part = (int) (words[at + 2] >>> PART_SHIFT) & BYTE_MASK;
        int size = (int) words[at + 2] & BYTE_MASK;
        return part == size - 1;
    }

    static long mix(long left, long right) {
        long mixed = (left ^ right * MULTIPLIER) * MULTIPLIER;
        return mixed ^ mixed >>> CHECK_SHIFT;
    }
}
