package io.millrace.jdbc;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Outcomes as bytes that can be read without their classes:
 *
 * <pre>
 *   0  version, 1
 *   1  length of the schema in bytes, 4 bytes, little endian
 *   5  the schema of the call, in its binary form
 *      the arguments of the call, BINARY
 * </pre>
 *
 * Used by one thread.
 */
final class OutcomeCodec implements CallSink {
    /** As much as a column of every database holds. */
    static final int MAX_BYTES = 1 << 20;

    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = 5;

    private final Wire wire;
    private final BinaryOutput arguments = BinaryOutput.allocate(1 << 10);
    private final MethodWriter writer;
    private final Map<CallSchema, CallDecoder> decoders = new HashMap<>();
    private byte[] encoded;

    OutcomeCodec(WireTypes types) {
        this.wire = Wire.of(types);
        this.writer = wire.methodWriter(this, JdbcResults.class);
    }

    /** Returns the outcome as bytes, at most {@link #MAX_BYTES}. */
    byte[] encode(Outcome outcome) {
        outcome.deliver(writer.as(JdbcResults.class));
        byte[] bytes = encoded;
        encoded = null;
        if (bytes.length > MAX_BYTES) {
            throw new RefusedException(
                    RefusedException.REFUSED,
                    "a result may take at most " + MAX_BYTES + " bytes length=" + bytes.length);
        }
        return bytes;
    }

    /** Returns the outcome in these bytes. */
    Outcome decode(byte[] bytes) {
        if (bytes.length < HEADER_BYTES || bytes[0] != VERSION) {
            throw new JdbcException("a stored outcome is not readable length=" + bytes.length + " version="
                    + (bytes.length == 0 ? "none" : bytes[0]) + " known=" + VERSION);
        }
        int schemaLength = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(1);
        if (schemaLength < 0 || schemaLength > bytes.length - HEADER_BYTES) {
            throw new JdbcException(
                    "a stored outcome is not readable length=" + bytes.length + " schemaLength=" + schemaLength);
        }
        CallSchema schema = CallSchema.decode(MemorySegment.ofArray(bytes), HEADER_BYTES, schemaLength);
        CallDecoder decoder = decoders.computeIfAbsent(schema, this::decoder);
        byte[] body = Arrays.copyOfRange(bytes, HEADER_BYTES + schemaLength, bytes.length);
        return results -> decoder.call(BinaryInput.of(body), results);
    }

    private CallDecoder decoder(CallSchema call) {
        return wire.callDecoder(call, JdbcResults.class)
                .orElseThrow(() -> new JdbcException("a stored outcome is no call of " + JdbcResults.class.getName()
                        + " method=" + call.methodName()));
    }

    @Override
    public BinaryOutput begin(int method) {
        arguments.reset();
        return arguments;
    }

    @Override
    public void end(int method) {
        byte[] schema = writer.calls().get(method).encode();
        byte[] body = arguments.toByteArray();
        encoded = ByteBuffer.allocate(HEADER_BYTES + schema.length + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(VERSION)
                .putInt(schema.length)
                .put(schema)
                .put(body)
                .array();
    }

    @Override
    public void abort(int method, Throwable error) {
        arguments.reset();
    }
}
