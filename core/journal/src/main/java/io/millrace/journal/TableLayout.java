package io.millrace.journal;

/**
 * The layout of {@code journal.table}.
 *
 * <pre>
 *      0  prologue, copy A   \  magic 8 bytes "MILLTBL" and a line feed, int format version, int zero,
 *   2048  prologue, copy B   /  long identity high, long identity low, long created (ms), int zero, checksum of 44 B
 *    256  long  synced index that readers read; on opening it is set again from the records below
 *    512  record: the machine run (boot identifier) in which the journal was last opened for writing: high, low
 *    640  record: number of the first segment that retention has kept, data frames in all that it has removed
 *    768  record: index of the first frame of the opening of the present period, number of that period
 *    896  record: role (0 ordinary, 1 source, 2 copy), number of this member or -1; never written in a journal that
 *         was always ordinary
 *   1024  record: the mark: boundary, its certain part
 *   1152  record: what replication says about appends (0 allowed, 1 while it is there, 2 refused, 3 fenced), and for 3
 *         the epoch: round << 5 | leader; never written where it said nothing
 *   4096  64 writer slots of 128 bytes:  +0 long epoch, counted up each time a writer takes the slot
 *                                        +8 long forces, +16 long time that they took (ns)
 *                                        +24 long claims of others made padding
 *                                        +64 record: synced index, as this writer has recorded it: index, 0
 *  12288  256 named positions of 256 bytes:
 *           +0   int state: 0 free, 1 taken, 2 being created; then bits 8 to 15 are the creator's writer slot plus
 *                one, bits 16 to 31 that writer's epoch; without a creator, it was given up and is free after
 *                the next recovery                              +4  int length of the name in bytes
 *           +8   name, UTF-8, at most 112 bytes                  +128 record: index, flags (bit 0: parked)
 *
 *  record, 64 bytes: two copies of 32 bytes
 *           +0   long first value     +8   long second value
 *           +16  long sequence        +24  int zero
 *           +28  int checksum of the 28 bytes before, as of a frame at the copy's own position in segment 0, low word 0
 *  The copy with the higher sequence, of those that have their checksum, counts. The other one is written next.
 * </pre>
 */
final class TableLayout {

    /** "MILLTBL\n" read as a little-endian long. */
    static final long MAGIC = 0x0A4C4254_4C4C494DL;

    static final int VERSION = 1;

    static final int PROLOGUE_A_OFFSET = 0;
    static final int PROLOGUE_B_OFFSET = 2048;
    static final int VERSION_OFFSET = 8;
    static final int ID_HIGH_OFFSET = 16;
    static final int ID_LOW_OFFSET = 24;
    static final int CREATED_OFFSET = 32;
    static final int CHECKSUM_OFFSET = 44;
    static final int PROLOGUE_BYTES = 48;

    static final int SYNCED_OFFSET = 256;
    static final int BOOT_OFFSET = 512;
    static final int FIRST_KEPT_OFFSET = 640;
    static final int PERIOD_OFFSET = 768;
    static final int ROLE_OFFSET = 896;
    static final int MARK_OFFSET = 1024;
    static final int APPENDS_OFFSET = 1152;

    static final int RECORD_BYTES = 64;

    static final int WRITERS_OFFSET = 4096;
    static final int WRITER_BYTES = 128;
    static final int WRITER_FORCES_OFFSET = 8;
    static final int WRITER_FORCED_NS_OFFSET = 16;
    static final int WRITER_FENCED_OFFSET = 24;
    static final int WRITER_SYNCED_OFFSET = 64;

    static final int POSITIONS_OFFSET = 12288;
    static final int POSITION_BYTES = 256;
    static final int POSITIONS = 256;
    static final int NAME_LENGTH_OFFSET = 4;
    static final int NAME_OFFSET = 8;
    static final int MAX_NAME_BYTES = 112;
    static final int POSITION_RECORD_OFFSET = 128;

    static final int SIZE_BYTES = POSITIONS_OFFSET + POSITIONS * POSITION_BYTES;

    private TableLayout() {}

    static int writer(int slot) {
        return WRITERS_OFFSET + slot * WRITER_BYTES;
    }

    static int position(int slot) {
        return POSITIONS_OFFSET + slot * POSITION_BYTES;
    }
}
