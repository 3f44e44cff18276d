package io.millrace.journal;

/**
 * The layout of a segment file, except its frames.
 *
 * <pre>
 *      0  magic, 8 bytes: "MILLSEG" and a line feed        \
 *      8  int   format version: 1 in epoch 0.0, else 2       |
 *     12  int   zero                                        |
 *     16  long  segment number                              |
 *     24  long  journal identity, high                      |  the prologue: written before the file has its name,
 *     32  long  journal identity, low                       |  and never again
 *     40  long  created, milliseconds of the epoch          |
 *     48  long  size of the file in bytes                   |
 *     56  int   position of the first frame                 |
 *     60  int   interval of the sparse index in bytes       |
 *     64  int   number of entries of the sparse index       |
 *     68  int   leader of the epoch, zero in version 1      |
 *     72  long  round of the epoch, zero in version 1       |
 *     80  zeros                                             |
 *    124  int   checksum of bytes 0 to 123                   /
 *    128  long  hint: position of a frame near the end, or zero
 *    192  long  begun: when the first frame was about to be written, milliseconds of the epoch, or zero
 *   4096  sparse index: entries of 32 bytes, see {@link SparseIndex}
 *  first  frames, see {@link FrameLayout}; the last 8 bytes are left for an end mark
 * </pre>
 *
 * <p>All numbers are little endian. The file name is the segment number in decimal, at least eight digits, and
 * {@code .segment}.
 */
final class SegmentLayout {

    /** "MILLSEG\n" read as a little-endian long. */
    static final long MAGIC = 0x0A474553_4C4C494DL;

    /** The version of a segment of the first epoch. */
    static final int VERSION = 1;

    /** The version of a segment of any other epoch. */
    static final int EPOCH_VERSION = 2;

    static final int VERSION_OFFSET = 8;
    static final int NUMBER_OFFSET = 16;
    static final int ID_HIGH_OFFSET = 24;
    static final int ID_LOW_OFFSET = 32;
    static final int CREATED_OFFSET = 40;
    static final int SIZE_OFFSET = 48;
    static final int FIRST_FRAME_OFFSET = 56;
    static final int INTERVAL_OFFSET = 60;
    static final int ENTRIES_OFFSET = 64;
    static final int LEADER_OFFSET = 68;
    static final int ROUND_OFFSET = 72;
    static final int CHECKSUM_OFFSET = 124;
    static final int PROLOGUE_BYTES = 128;

    static final int HINT_OFFSET = 128;
    static final int BEGUN_OFFSET = 192;
    static final int INDEX_OFFSET = 4096;
    static final int ENTRY_BYTES = 32;

    private static final int PAGE_BYTES = 4096;
    private static final long SMALL_SEGMENT_BYTES = 1 << 20;
    private static final int SMALL_INTERVAL_BYTES = 4096;
    private static final int INTERVAL_BYTES = 1 << 16;

    private SegmentLayout() {}

    static int intervalBytes(long sizeBytes) {
        return sizeBytes <= SMALL_SEGMENT_BYTES ? SMALL_INTERVAL_BYTES : INTERVAL_BYTES;
    }

    static int entries(long sizeBytes) {
        return Math.toIntExact(sizeBytes / intervalBytes(sizeBytes)) + 1;
    }

    static int firstFrame(long sizeBytes) {
        int indexBytes = entries(sizeBytes) * ENTRY_BYTES;
        return INDEX_OFFSET + ((indexBytes + PAGE_BYTES - 1) & -PAGE_BYTES);
    }

    /** Returns the bytes of frames that fit into an empty segment, without its end mark. */
    static int frameSpaceBytes(long sizeBytes) {
        return Math.toIntExact(sizeBytes) - FrameLayout.HEADER_BYTES - firstFrame(sizeBytes);
    }

    static int maxFrameLength(long sizeBytes) {
        return Math.toIntExact(sizeBytes / 4);
    }
}
