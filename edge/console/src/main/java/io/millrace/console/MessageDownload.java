package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.SeekResult;
import io.millrace.server.RefusedException;
import io.millrace.server.WebRequest;
import io.millrace.server.WebResponse;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** One message as a file: its bytes as they are in the journal, or its text in full. */
final class MessageDownload {

    /** A longer message is not sent as a whole. */
    private static final int MAX_BYTES = 16 << 20;

    private MessageDownload() {}

    /**
     * Moves a cursor to the message of a request.
     *
     * @throws RefusedException where there is none
     */
    static void seek(ChannelCursor cursor, String channel, String index) {
        long wanted = MessageScan.index(index);
        boolean isThere =
                cursor.seek(wanted) == SeekResult.FOUND && cursor.next() == Entry.CALL && cursor.index() == wanted;
        if (!isThere) {
            throw new RefusedException(404, "there is no message at this index channel=" + channel + " index=" + index);
        }
    }

    static WebResponse answer(Channel channel, WebRequest request) {
        String index = request.required("index");
        String kind = request.parameter("as").orElse("bytes");
        try (ChannelCursor cursor = channel.cursor()) {
            seek(cursor, channel.name(), index);
            if (cursor.length() > MAX_BYTES) {
                throw new RefusedException(
                        413,
                        "message is too long to be sent as a whole; millrace dump has it channel=" + channel.name()
                                + " index=" + index + " bytes=" + cursor.length() + " maxBytes=" + MAX_BYTES);
            }
            byte[] content = switch (kind) {
                case "bytes" ->
                    cursor.segment().asSlice(cursor.offset(), cursor.length()).toArray(ValueLayout.JAVA_BYTE);
                case "yaml" -> text(cursor, index).yaml().getBytes(StandardCharsets.UTF_8);
                case "json" -> text(cursor, index).json().getBytes(StandardCharsets.UTF_8);
                default -> throw new RefusedException(400, "as is none of bytes, yaml and json as=" + kind);
            };
            String name = (channel.name() + "-" + index).replaceAll("[^A-Za-z0-9._-]", "_");
            String end = kind.equals("bytes") ? "bin" : kind;
            return WebResponse.bytes("application/octet-stream", content)
                    .withHeader("Content-Disposition", "attachment; filename=\"" + name + "." + end + "\"");
        }
    }

    private static ChannelCursor text(ChannelCursor cursor, String index) {
        if (!cursor.isReadable()) {
            throw new RefusedException(409, "message is encrypted and has no text here index=" + index);
        }
        return cursor;
    }
}
