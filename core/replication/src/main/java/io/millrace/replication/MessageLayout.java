package io.millrace.replication;

/**
 * The bytes of messages; all numbers are little endian.
 *
 * <pre>
 *  0  int    bytes of the message after these eight, those of frames included
 *  4  byte   type: its number in {@link MessageType}
 *  5  byte   version, 1
 *  6  short  zero
 *  8         the body
 *
 *  RUN                                 MARK                          ACK
 *  8  long   position                  8  long  mark                 8  long  mapped
 * 16  long   time, milliseconds       16  long  certain             16  long  synced
 * 24  int    1 if the run ends, or 0
 * 28  int    zero
 * 32         frames
 * </pre>
 *
 * The other bodies have their fields in the order of the records without gaps: a text is a short with its length and
 * UTF-8, a list a short with its length and its elements, what can be absent a byte 0 or 1 before it.
 */
final class MessageLayout {

    static final int VERSION = 1;
    static final int HEADER_BYTES = 8;
    static final int TYPE_OFFSET = 4;
    static final int VERSION_OFFSET = 5;

    /** The bytes of a run message after its header and before its frames. */
    static final int RUN_BODY_BYTES = 24;

    /** The bytes of a mark or an acknowledgement after the header. */
    static final int PAIR_BODY_BYTES = 16;

    /** The most bytes of a message after its header, frames excluded. */
    static final int LONGEST_BODY = 128 << 10;

    /** The most bytes of a text that is for people. */
    static final int LONGEST_REASON = 2048;

    private MessageLayout() {}
}
