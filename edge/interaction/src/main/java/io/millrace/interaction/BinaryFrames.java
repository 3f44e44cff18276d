package io.millrace.interaction;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.ValuesDecoder;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Frames in BINARY. Numbers are prefix varints, texts and values as in messages. The values of a frame are written
 * under a schema that its sender has declared before, so that both sides may have different versions of an interface.
 *
 * <pre>
 *   HELLO    1 | version, perhaps | name of the client, or null | token
 *   SCHEMA   2 | number of the schema, from 0, each one more | schema of a call
 *   CALL     3 | call | target | schema | path | transaction | arguments
 *   ANSWER   4 | call | schema | result
 *   PROXY    5 | call | target
 *   ERROR    6 | call | text
 *   EVENT    7 | call | schema | arguments
 *   ENDED    8 | call | text
 *   LIVE     9 | call | text
 *   RELEASE 10 | target
 *   CHANGE  11 | number of the change | as CALL
 *   AFTER    12 | call | text
 *   POSITION 13 | call | text
 *   RESTARTED 14 | call | text
 *   UNKNOWN  15 | 0 | text
 * </pre>
 *
 * The interface and the method of a call are those of its schema.
 */
final class BinaryFrames extends FrameFormat {

    private static final int FIRST_BYTES = 512;
    private static final int MAX_SCHEMAS = 4_096;
    private static final int MAX_SCHEMA_BYTES = 1 << 20;

    private final BinaryOutput out;
    private final BinaryInput in;
    private final IdentityHashMap<ValuesCodec, Integer> declared = new IdentityHashMap<>();
    private final List<Received> received = new ArrayList<>();
    private MemorySegment written = MemorySegment.NULL;
    private ByteBuffer writtenBytes = ByteBuffer.allocate(0);
    private MemorySegment frame = MemorySegment.NULL;
    private Received schema;
    private int valuesAt;
    private int schemaBytes;

    /** A schema of the peer, and the decoder that was last needed for it. */
    private static final class Received {
        private final CallSchema schema;
        private ValuesCodec codec;
        private ValuesDecoder decoder;

        private Received(CallSchema schema) {
            this.schema = schema;
        }

        private ValuesDecoder decoder(ValuesCodec wanted) {
            if (codec != wanted) {
                decoder = wanted.decoder(schema);
                codec = wanted;
            }
            return decoder;
        }
    }

    BinaryFrames(InteractionLimits limits) {
        WireLimits wire = WireLimits.defaults().withMaxMessageBytes(limits.maxFrameBytes());
        this.out = BinaryOutput.allocate(FIRST_BYTES, wire);
        this.in = new BinaryInput(wire);
    }

    @Override
    void write(Frame parts, ValuesCodec codec, Object[] row, FrameTransport to) {
        int number = codec == null ? 0 : declare(codec, to);
        out.reset();
        out.writeByte((byte) (parts.change == 0 ? parts.kind : FrameKind.CHANGE).number());
        switch (parts.kind) {
            case HELLO -> {
                out.writeUnsigned(VERSION);
                if (parts.name != null || !parts.token.isEmpty()) {
                    out.writeString(parts.name);
                    out.writeString(parts.token);
                }
            }
            case CALL -> {
                if (parts.change != 0) {
                    out.writeUnsigned(parts.change);
                }
                out.writeUnsigned(parts.call);
                out.writeUnsigned(parts.target);
                out.writeUnsigned(number);
                out.writeString(parts.routing.path());
                out.writeString(parts.routing.transaction());
            }
            case ANSWER, EVENT -> {
                out.writeUnsigned(parts.call);
                out.writeUnsigned(number);
            }
            case PROXY -> {
                out.writeUnsigned(parts.call);
                out.writeUnsigned(parts.target);
            }
            case ERROR, ENDED, LIVE, AFTER, POSITION, RESTARTED, UNKNOWN -> {
                out.writeUnsigned(parts.call);
                out.writeString(shortened(parts.text));
            }
            case RELEASE -> out.writeUnsigned(parts.target);
            case SCHEMA, CHANGE ->
                throw new IllegalStateException("frames of this kind are no parts kind=" + parts.kind);
        }
        if (codec != null) {
            codec.write(out, row);
        }
        send(to);
    }

    private void send(FrameTransport to) {
        if (!written.equals(out.segment())) {
            written = out.segment();
            writtenBytes = written.asByteBuffer();
        }
        int from = (int) out.start();
        to.send(writtenBytes.limit(from + out.length()).position(from));
    }

    private int declare(ValuesCodec codec, FrameTransport to) {
        Integer known = declared.get(codec);
        if (known != null) {
            return known;
        }
        int number = declared.size();
        if (number == MAX_SCHEMAS) {
            throw new InteractionException("session has too many methods max=" + MAX_SCHEMAS);
        }
        out.reset();
        out.writeByte((byte) FrameKind.SCHEMA.number());
        out.writeUnsigned(number);
        out.writeBytes(codec.schema().encode());
        send(to);
        declared.put(codec, number);
        return number;
    }

    @Override
    boolean read(ByteBuffer bytes, Frame into) {
        frame = MemorySegment.ofBuffer(bytes);
        in.wrap(frame, 0, frame.byteSize());
        schema = null;
        try {
            FrameKind kind = FrameKind.of(in.remaining() == 0 ? 0 : in.readByte());
            if (kind == null) {
                throw new InteractionException("a frame has no known kind bytes=" + frame.byteSize());
            }
            into.set(kind, 0);
            switch (kind) {
                case HELLO -> {
                    requireVersion(in.readUnsigned());
                    if (in.remaining() > 0) {
                        into.name = in.readString();
                        into.token = in.readString();
                    }
                }
                case SCHEMA -> {
                    define(in.readUnsigned());
                    return false;
                }
                case CALL -> readCall(into);
                case CHANGE -> {
                    into.kind = FrameKind.CALL;
                    into.change = number(in.readUnsigned());
                    readCall(into);
                }
                case ANSWER, EVENT -> {
                    into.call = number(in.readUnsigned());
                    schema(in.readUnsigned());
                    into.withMethod(schema.schema.interfaceName(), schema.schema.methodName());
                }
                case PROXY -> {
                    into.call = number(in.readUnsigned());
                    into.target = number(in.readUnsigned());
                }
                case ERROR, ENDED, LIVE, AFTER, POSITION, RESTARTED, UNKNOWN -> {
                    into.call = number(in.readUnsigned());
                    into.text = in.readString();
                }
                case RELEASE -> into.target = number(in.readUnsigned());
            }
            valuesAt = in.offset();
            if (!into.hasValues()) {
                in.expectEnd();
            }
            return true;
        } catch (WireException | NullPointerException e) {
            throw new InteractionException("a frame cannot be read: " + e.getMessage(), e);
        }
    }

    private void readCall(Frame into) {
        into.call = number(in.readUnsigned());
        into.target = number(in.readUnsigned());
        schema(in.readUnsigned());
        into.withMethod(schema.schema.interfaceName(), schema.schema.methodName());
        String path = in.readString();
        String transaction = in.readString();
        into.routing = path.isEmpty() && transaction.isEmpty() ? Routing.none() : new Routing(path, transaction);
    }

    private static void requireVersion(long version) {
        if (version != VERSION) {
            throw new InteractionException(
                    "version of the protocol is unknown version=" + version + " known=" + VERSION);
        }
    }

    private static long number(long value) {
        if (value < 0) {
            throw new InteractionException("a number in a frame is out of range value=" + Long.toUnsignedString(value));
        }
        return value;
    }

    private void define(long number) {
        if (number != received.size() || number >= MAX_SCHEMAS) {
            throw new InteractionException("a schema has the wrong number number=" + number + " expected="
                    + received.size() + " max=" + MAX_SCHEMAS);
        }
        byte[] bytes = in.readBytes();
        in.expectEnd();
        if (bytes == null) {
            throw new InteractionException("a schema is missing number=" + number);
        }
        schemaBytes += bytes.length;
        if (schemaBytes > MAX_SCHEMA_BYTES) {
            throw new InteractionException("the schemas of a session are too long max=" + MAX_SCHEMA_BYTES);
        }
        received.add(new Received(CallSchema.decode(MemorySegment.ofArray(bytes), 0, bytes.length)));
    }

    private void schema(long number) {
        if (number < 0 || number >= received.size()) {
            throw new InteractionException(
                    "a frame has a schema that was not declared number=" + number + " declared=" + received.size());
        }
        schema = received.get((int) number);
    }

    @Override
    Object[] values(ValuesCodec codec) {
        in.wrap(frame, valuesAt, frame.byteSize() - valuesAt);
        return schema.decoder(codec).read(in);
    }
}
