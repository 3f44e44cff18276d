package io.millrace.console;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The message at a cursor as members of a JSON object. Its text is data: it may hold any character. */
final class MessageJson {

    /** Up to this length in characters a message is shown in a list. */
    static final int LIST_CHARS = 2_000;

    /** Up to this length in characters a message is shown alone. */
    static final int SINGLE_CHARS = 1 << 20;

    /** Of an encoded message that is this many times longer than what is shown, only the first bytes are looked at. */
    private static final int LONG_FACTOR = 4;

    private static final int FIRST_BYTES = 512;
    private static final int BYTES_PER_LINE = 16;

    private MessageJson() {}

    static void write(Json json, ChannelCursor cursor, MessageFormat format, int maxChars) {
        int bytes = cursor.length();
        boolean isReadable = cursor.isReadable();
        boolean isLong = bytes > (long) maxChars * LONG_FACTOR;
        String text = !isReadable ? "" : isLong ? firstBytes(cursor) : text(cursor, format);
        boolean isShortened = isLong || text.length() > maxChars;
        json.field("index", Index.toText(cursor.index()))
                .field("time", EpochTime.text(cursor.timeNs()))
                .field("call", cursor.schema().methodName())
                .field("text", text.length() > maxChars ? shortened(text, maxChars) : text)
                .field("bytes", bytes)
                .field("shortened", isShortened)
                .field("readable", isReadable)
                .field("number", cursor.number());
        hops(json, cursor.history());
    }

    private static String text(ChannelCursor cursor, MessageFormat format) {
        return format == MessageFormat.YAML ? cursor.yaml() : cursor.json();
    }

    /** Shortens a text between two characters, not in the middle of one that has two code units. */
    private static String shortened(String text, int maxChars) {
        int end = Character.isHighSurrogate(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
        return text.substring(0, end);
    }

    private static void hops(Json json, History history) {
        json.array("hops", () -> {
            for (int hop = 0; hop < history.size(); hop++) {
                int at = hop;
                Source source = history.source(hop);
                json.item(() -> json.field("source", source.name())
                        .field("index", index(source, history.index(at)))
                        .field("timeIn", EpochTime.text(history.timeInNs(at)))
                        .field("timeOut", EpochTime.text(history.timeOutNs(at))));
            }
        });
        if (history.olderLeftOut()) {
            json.field("olderHopsLeftOut", true);
        }
    }

    /** Returns an index as its source counts: an index in a journal, or the number of an external item. */
    static String index(Source source, long index) {
        return source.isExternal() ? Long.toString(index) : Index.toText(index);
    }

    private static String firstBytes(ChannelCursor cursor) {
        MemorySegment memory = cursor.segment();
        long offset = cursor.offset();
        int length = Math.min(FIRST_BYTES, cursor.length());
        StringBuilder text = new StringBuilder("# the message has " + cursor.length()
                + " bytes, too many to show as text here; its first " + length + ":\n");
        for (int line = 0; line < length; line += BYTES_PER_LINE) {
            StringBuilder characters = new StringBuilder("  ");
            text.append(String.format("%06x ", line));
            for (int i = line; i < Math.min(length, line + BYTES_PER_LINE); i++) {
                byte value = memory.get(ValueLayout.JAVA_BYTE, offset + i);
                text.append(String.format(" %02x", value));
                characters.append(value >= ' ' && value < 0x7f ? (char) value : '.');
            }
            text.append(characters).append('\n');
        }
        return text.toString();
    }
}
