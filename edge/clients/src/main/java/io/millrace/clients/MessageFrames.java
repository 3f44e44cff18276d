package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * The messages of a channel in BINARY and DELTA, as frames of bytes. This class owns their layout; numbers are varints,
 * and texts, times and arguments are as in BINARY. A JSON text begins with another byte than they do.
 *
 * <pre>
 *   SCHEMA    1 | number of the follower | number of the schema | schema of a call
 *   MESSAGE   2 | number of the follower | number of the schema | index | time | arguments in BINARY
 *   CHANGES   3 | number of the follower | number of the schema | index | time | arguments in DELTA
 *   FORGOTTEN 4 | number of the follower | number of the schema | index | time | subject
 * </pre>
 *
 * The index is a text without the id of the journal, and the time in nanoseconds since the epoch. For one thread.
 */
final class MessageFrames {

    private static final byte SCHEMA = 1;
    private static final byte MESSAGE = 2;
    private static final byte CHANGES = 3;
    private static final byte FORGOTTEN = 4;
    private static final int FIRST_BYTES = 64;

    /** Used again and again, since its memory is outside the heap. */
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);

    private byte[] begin(byte kind, long as) {
        out.reset();
        out.writeByte(kind);
        out.writeUnsigned(as);
        return out.toByteArray();
    }

    /** Returns the frame that declares a schema to a follower. */
    ByteBuffer schema(long as, int number, CallSchema schema) {
        byte[] encoded = schema.encode();
        out.reset();
        out.writeUnsigned(number);
        return encoded(SCHEMA, MemorySegment.ofArray(encoded), 0, encoded.length)
                .of(as);
    }

    /** Returns the message at a cursor in BINARY. */
    EncodedMessage message(int number, ChannelCursor cursor) {
        writeHead(number, cursor);
        if (!cursor.isReadable()) {
            out.writeString(cursor.subject().orElse(""));
            return encoded(FORGOTTEN, MemorySegment.NULL, 0, 0);
        }
        return encoded(MESSAGE, cursor.segment(), cursor.offset(), cursor.length());
    }

    /** Returns a message whose arguments are in DELTA. */
    EncodedMessage changes(int number, ChannelCursor cursor, BinaryOutput arguments) {
        writeHead(number, cursor);
        return encoded(CHANGES, arguments.segment(), arguments.start(), arguments.length());
    }

    private void writeHead(int number, ChannelCursor cursor) {
        out.reset();
        out.writeUnsigned(number);
        out.writeString(Index.toText(cursor.index()));
        out.writeLong(cursor.timeNs());
    }

    /** Returns a frame that has what was written, and then other bytes. */
    private EncodedMessage encoded(byte kind, MemorySegment more, long offset, int bytes) {
        int head = out.length();
        byte[] rest = new byte[head + bytes];
        MemorySegment.copy(out.segment(), ValueLayout.JAVA_BYTE, out.start(), rest, 0, head);
        MemorySegment.copy(more, ValueLayout.JAVA_BYTE, offset, rest, head, bytes);
        return new EncodedMessage(as -> begin(kind, as), rest);
    }
}
