package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireLimitException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A stream of messages in one of the binary formats, a file for example.
 *
 * <pre>
 * stream   = "MRWS"  version(1 byte, 1)  format(1 byte: 0 BINARY, 1 RAW, 2 DELTA)  schema  message*
 * schema   = varint length, then the encoded schema
 * message  = varint length, then the message
 * </pre>
 *
 * Varints are those of BINARY.
 */
final class StreamLayout {
    private static final byte[] MAGIC = "MRWS".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int MAX_SCHEMA_BYTES = 1 << 20;

    private StreamLayout() {}

    private static int number(WireFormat format) {
        return switch (format) {
            case BINARY -> 0;
            case RAW -> 1;
            case DELTA -> 2;
            case YAML, JSON, CSV -> throw new AssertionError(format);
        };
    }

    /** Returns the head of a stream, before the first message. */
    static byte[] head(WireFormat format, Schema schema) {
        BinaryOutput out = BinaryOutput.allocate(1_024);
        for (byte b : MAGIC) {
            out.writeByte(b);
        }
        out.writeByte((byte) VERSION);
        out.writeByte((byte) number(format));
        byte[] encoded = schema.encode();
        out.writeUnsigned(encoded.length);
        for (byte b : encoded) {
            out.writeByte(b);
        }
        return out.toByteArray();
    }

    /**
     * Reads the head of a stream, before the first message.
     *
     * @param in the stream
     * @param format the required format, or null for any
     */
    static Schema readHead(InputStream in, WireFormat format) throws IOException {
        byte[] head = in.readNBytes(MAGIC.length + 2);
        if (head.length < MAGIC.length + 2 || !Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new WireFormatException("this is not a stream of messages, which begins with MRWS bytes="
                    + java.util.HexFormat.of().formatHex(head));
        }
        if (head[MAGIC.length] != VERSION) {
            throw new WireFormatException(
                    "a stream has an unknown format version version=" + head[MAGIC.length] + " known=" + VERSION);
        }
        if (format != null && head[MAGIC.length + 1] != number(format)) {
            throw new WireFormatException("a stream is of another format format=" + head[MAGIC.length + 1]
                    + " expected=" + number(format) + " (" + format + ")");
        }
        byte[] schema = readPart(in, MAX_SCHEMA_BYTES)
                .orElseThrow(() -> new WireFormatException("the stream ends within its head"));
        return Schema.decode(MemorySegment.ofArray(schema), 0, schema.length);
    }

    /** Reads a length and as many bytes; empty at the end of the stream. */
    static Optional<byte[]> readPart(InputStream in, int maxBytes) throws IOException {
        int first = in.read();
        if (first < 0) {
            return Optional.empty();
        }
        byte[] number = new byte[Long.numberOfTrailingZeros(first | 0x100) + 1];
        number[0] = (byte) first;
        int read = 1 + in.readNBytes(number, 1, number.length - 1);
        if (read < number.length) {
            throw endsWithin("the length of a message", number.length, read);
        }
        long length = BinaryInput.of(number).readUnsigned();
        if (length < 0 || length > maxBytes) {
            throw new WireLimitException(
                    "a message of a stream is too long length=" + Long.toUnsignedString(length) + " limit=" + maxBytes);
        }
        byte[] bytes = in.readNBytes((int) length); // grows with the bytes read, not with the stated length
        if (bytes.length < length) {
            throw endsWithin("a message", length, bytes.length);
        }
        return Optional.of(bytes);
    }

    private static WireFormatException endsWithin(String what, long neededBytes, int bytes) {
        return new WireFormatException(
                "the stream ends within " + what + " neededBytes=" + neededBytes + " bytes=" + bytes);
    }
}
