package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireLimits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * The messages of a channel in BINARY and DELTA, as frames over TCP. This class owns their layout; numbers are varints,
 * and texts, times and arguments are as in BINARY. A JSON text begins with another byte than they do.
 *
 * <pre>
 *   SCHEMA    1 | number of the follower | number of the schema | schema of a call
 *   MESSAGE   2 | number of the follower | number of the schema | index | time | arguments in BINARY
 *   CHANGES   3 | number of the follower | number of the schema | index | time | arguments in DELTA
 *   FORGOTTEN 4 | number of the follower | number of the schema | index | time | subject
 * </pre>
 *
 * The index is a text without the id of the journal, and the time in nanoseconds since the epoch.
 */
final class MessageFrames {

    private static final byte SCHEMA = 1;
    private static final byte MESSAGE = 2;
    private static final byte CHANGES = 3;
    private static final byte FORGOTTEN = 4;
    private static final int FIRST_BYTES = 64;

    private MessageFrames() {}

    private static byte[] begin(byte kind, long as) {
        BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
        out.writeByte(kind);
        out.writeUnsigned(as);
        return out.toByteArray();
    }

    /** Returns the frame that declares a schema to a follower. */
    static ByteBuffer schema(long as, int number, CallSchema schema) {
        BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
        out.writeUnsigned(number);
        return new EncodedMessage(of -> begin(SCHEMA, of), joined(out, schema.encode())).of(as);
    }

    /** Returns the message at a cursor in BINARY. */
    static EncodedMessage message(int number, ChannelCursor cursor) {
        BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES, WireLimits.defaults());
        writeHead(number, cursor, out);
        if (!cursor.isReadable()) {
            out.writeString(cursor.subject().orElse(""));
            return new EncodedMessage(as -> begin(FORGOTTEN, as), out.toByteArray());
        }
        byte[] head = out.toByteArray();
        byte[] rest = new byte[head.length + cursor.length()];
        System.arraycopy(head, 0, rest, 0, head.length);
        MemorySegment.copy(
                cursor.segment(), ValueLayout.JAVA_BYTE, cursor.offset(), rest, head.length, cursor.length());
        return new EncodedMessage(as -> begin(MESSAGE, as), rest);
    }

    /** Returns a message whose arguments are in DELTA. */
    static EncodedMessage changes(int number, ChannelCursor cursor, BinaryOutput arguments) {
        BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
        writeHead(number, cursor, out);
        return new EncodedMessage(as -> begin(CHANGES, as), joined(out, arguments.toByteArray()));
    }

    private static void writeHead(int number, ChannelCursor cursor, BinaryOutput out) {
        out.writeUnsigned(number);
        out.writeString(Index.toText(cursor.index()));
        out.writeLong(cursor.timeNs());
    }

    private static byte[] joined(BinaryOutput first, byte[] second) {
        byte[] head = first.toByteArray();
        byte[] all = new byte[head.length + second.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(second, 0, all, head.length, second.length);
        return all;
    }
}
