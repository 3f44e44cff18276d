package io.millrace.prove;

import io.millrace.journal.Index;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The kinds of damage that the proof causes: a run of zeros over frames, as a power failure leaves it, and single bits.
 *
 * <p>Of bits there are the kinds that the files of a journal have and that a checksum, a copy or a rule covers; offsets
 * as the description of the format has them. Not here: the hint and the begin of a segment, names of positions, and
 * bytes without a meaning, which nothing covers.
 */
enum DamageKind {
    FRAME_LENGTH,
    FRAME_STATE,
    FRAME_CHECKSUM,
    FRAME_PAYLOAD,
    /** Zeros from the header of a frame on, up to two pages, in the open segment of a journal that never was synced. */
    ZERO_RUN,
    SEGMENT_MAGIC,
    SEGMENT_VERSION,
    SEGMENT_NUMBER,
    SEGMENT_IDENTITY,
    SEGMENT_SIZE,
    SEGMENT_CHECKSUM,
    SEGMENT_ZEROS,
    INDEX_ENTRY,
    TABLE_PROLOGUE_A,
    TABLE_PROLOGUE_B,
    TABLE_SYNCED,
    TABLE_SYNCED_RECORD,
    TABLE_BOOT_RECORD,
    TABLE_POSITION_STATE,
    TABLE_POSITION_RECORD;

    private static final int MAX_ZEROS = 8192;
    private static final String TABLE = "journal.table";

    /**
     * A damage.
     *
     * @param file name of the file
     * @param bit number of the bit from the start of the file
     * @param zeroBytes how many bytes become zeros from there on; 0 if the bit is flipped
     */
    record Place(String file, long bit, int zeroBytes) {

        /** Returns whether a frame that begins at an index, {@code bytes} long, is hit by a run of zeros. */
        boolean covers(long index, long bytes) {
            long from = bit / Byte.SIZE;
            long position = Index.position(index);
            return position < from + zeroBytes && position + bytes > from;
        }
    }

    /** Returns whether damage of this kind costs a message, or several. */
    boolean hitsAMessage() {
        return this == ZERO_RUN
                || this == FRAME_LENGTH
                || this == FRAME_STATE
                || this == FRAME_CHECKSUM
                || this == FRAME_PAYLOAD;
    }

    /** Chooses a bit of this kind. */
    Place choose(SplittableRandom random, List<ReadMessage> written) {
        return switch (this) {
            case FRAME_LENGTH -> inFrame(random, written, 0, 29);
            case FRAME_STATE -> inFrame(random, written, 29, 32);
            case FRAME_CHECKSUM -> inFrame(random, written, 32, 64);
            case FRAME_PAYLOAD -> inFrame(random, written, 64, 64 + 8 * 20);
            case ZERO_RUN -> zeros(random, written);
            case SEGMENT_MAGIC -> inSegment(random, written, 0, 8);
            case SEGMENT_VERSION -> inSegment(random, written, 8, 12);
            case SEGMENT_NUMBER -> inSegment(random, written, 16, 24);
            case SEGMENT_IDENTITY -> inSegment(random, written, 24, 40);
            case SEGMENT_SIZE -> inSegment(random, written, 48, 56);
            case SEGMENT_CHECKSUM -> inSegment(random, written, 124, 128);
            case SEGMENT_ZEROS -> inSegment(random, written, 200, 4096);
            case INDEX_ENTRY -> inSegment(random, written, 4096 + 32 * 3, 4096 + 32 * 6);
            case TABLE_PROLOGUE_A -> inTable(random, 0, 48);
            case TABLE_PROLOGUE_B -> inTable(random, 2048, 2048 + 48);
            case TABLE_SYNCED -> inTable(random, 256, 264);
            case TABLE_SYNCED_RECORD -> inTable(random, 4096 + 64, 4096 + 64 + 24);
            case TABLE_BOOT_RECORD -> inTable(random, 512, 512 + 24);
            case TABLE_POSITION_STATE -> inTable(random, 12288, 12288 + 4);
            case TABLE_POSITION_RECORD -> inTable(random, 12288 + 128, 12288 + 128 + 24);
        };
    }

    private static Place zeros(SplittableRandom random, List<ReadMessage> written) {
        ReadMessage first = written.get(random.nextInt(written.size() - 1));
        long from = Index.position(first.index());
        long room = Index.position(written.getLast().index()) - from; // the last one stays, which the hint leads to
        int bytes = Long.BYTES * random.nextInt(1, (int) Math.min(room, MAX_ZEROS) / Long.BYTES + 1);
        return new Place(segment(first), from * Byte.SIZE, bytes);
    }

    private static Place inFrame(SplittableRandom random, List<ReadMessage> written, int fromBit, int toBit) {
        ReadMessage reading = written.get(random.nextInt(written.size()));
        long header = Index.position(reading.index()) * Byte.SIZE;
        return new Place(segment(reading), header + random.nextInt(fromBit, toBit), 0);
    }

    private static Place inSegment(SplittableRandom random, List<ReadMessage> written, int from, int to) {
        ReadMessage reading = written.get(random.nextInt(written.size() / 2));
        return new Place(segment(reading), random.nextInt(from * Byte.SIZE, to * Byte.SIZE), 0);
    }

    private static Place inTable(SplittableRandom random, int from, int to) {
        return new Place(TABLE, random.nextInt(from * Byte.SIZE, to * Byte.SIZE), 0);
    }

    private static String segment(ReadMessage reading) {
        return String.format(Locale.ROOT, "%08d.segment", Index.segment(reading.index()));
    }
}
