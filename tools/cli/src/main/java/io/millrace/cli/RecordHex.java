package io.millrace.cli;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.journal.Index;
import io.millrace.text.BinaryListing.Line;
import java.util.HexFormat;

/**
 * Prints a message as its bytes: their offset in the segment file, the bytes, their field, and its value. The bytes
 * before an error are shown, then the error.
 */
final class RecordHex {
    private static final int HEADER_BYTES = 8;
    private static final int BYTES_A_LINE = 8;
    private static final int MAX_LINES = 8;
    private static final int FIELD_WIDTH = 24;
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private RecordHex() {}

    static String of(ChannelCursor cursor) {
        StringBuilder text = new StringBuilder();
        byte[] stored = cursor.storedFrame();
        byte[] frame = cursor.frame();
        long position = Index.position(cursor.index());
        line(text, position, stored, new Line(0, 4, "frame", "data, " + (stored.length - HEADER_BYTES) + " bytes"));
        line(text, position, stored, new Line(4, 4, "checksum", ""));
        int shift = cursor.encryptionBytes();
        if (shift > 0) {
            String subject = cursor.subject().orElseThrow();
            line(text, position, stored, new Line(HEADER_BYTES, shift, "encryption", "under the key of " + subject));
            text.append("# decrypted, at the offsets of the encrypted bytes:\n");
        }
        long shifted = position + shift;
        try {
            cursor.list(each -> line(
                    text,
                    shifted,
                    frame,
                    new Line(HEADER_BYTES + each.offset(), each.length(), each.field(), each.value())));
        } catch (ChannelException e) {
            text.append("# ").append(e.getMessage()).append('\n');
        }
        int end = frame.length + shift;
        if (end < stored.length) {
            line(text, position, stored, new Line(end, stored.length - end, "tag", "of the encryption"));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, long position, byte[] frame, Line line) {
        int end = line.offset() + line.length();
        for (int at = line.offset(); at < end; at += BYTES_A_LINE) {
            boolean first = at == line.offset();
            String offset = Long.toString(position + at);
            text.repeat(' ', Math.max(0, 10 - offset.length())).append(offset).append("  ");
            if (at == line.offset() + MAX_LINES * BYTES_A_LINE && end - at > BYTES_A_LINE) {
                text.append("... ").append(end - at).append(" more bytes\n");
                return;
            }
            String bytes = HEX.formatHex(frame, at, Math.min(end, at + BYTES_A_LINE));
            text.append(bytes);
            if (first) {
                text.repeat(' ', 3 * BYTES_A_LINE + 1 - bytes.length()).append(line.field());
                if (!line.value().isEmpty()) {
                    text.repeat(' ', Math.max(1, FIELD_WIDTH - line.field().length()))
                            .append(line.value());
                }
            }
            text.append('\n');
        }
    }
}
