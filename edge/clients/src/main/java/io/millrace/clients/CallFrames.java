package io.millrace.clients;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The calls, queries and results of one client in BINARY, as frames of bytes. This class owns their layout; numbers are
 * varints, texts, schemas, arguments and results as in BINARY. A text begins with a brace.
 *
 * <pre>
 *   client  SCHEMA  5 | number of the schema | schema of a call
 *           APPEND  6 | number | refused | channel | number of the schema | arguments
 *           TAKEN   7 | as APPEND, which is answered when the component has taken it
 *           CALL    8 | as APPEND
 *           QUERY   9 | number | follower | position | channel | number of the schema | arguments
 *   server  SCHEMA  5 | number of the schema | schema of a result
 *           CALL    8 | number | channel | number of the schema | result
 *           QUERY   9 | number | position | number of the schema | result
 * </pre>
 *
 * {@code refused} is one more than the greatest number known to be refused, or 0; a follower of 0 and an empty position
 * are none. Guarded by the lock of the {@link ClientLoop}.
 */
final class CallFrames {

    private static final byte SCHEMA = 5;
    private static final byte APPEND = 6;
    private static final byte TAKEN = 7;
    private static final byte CALL = 8;
    private static final byte QUERY = 9;

    /** The most bytes of the schemas that a client declares. */
    private static final int MAX_SCHEMA_BYTES = 1 << 18;

    private static final int MAX_SCHEMAS = 1_024;

    private static final int FIRST_BYTES = 64;

    private final Consumer<ByteBuffer> declare;
    private final int maxBytes;
    private final List<ClientCall> calls = new ArrayList<>();
    private final Map<CallSchema, ClientCall> known = new HashMap<>();
    private int schemaBytes;
    private final SchemaNumbers results = new SchemaNumbers();
    private int declared;

    /** Used again and again, since its memory is outside the heap. */
    private final BinaryOutput head = BinaryOutput.allocate(FIRST_BYTES);

    /**
     * Creates frames.
     *
     * @param declare sends the schema of a result as soon as it has a number, since answers may overtake others
     * @param maxBytes the longest request
     */
    CallFrames(Consumer<ByteBuffer> declare, int maxBytes) {
        this.declare = declare;
        this.maxBytes = maxBytes;
    }

    /** Returns whether a frame of a client is one of these. */
    static boolean isOne(byte[] frame) {
        return frame[0] >= SCHEMA && frame[0] <= QUERY;
    }

    /**
     * Reads a frame.
     *
     * @return the request; empty where it declares a schema
     * @throws RequestException where it is none
     */
    Optional<ClientRequest> read(byte[] frame) {
        BinaryInput in = BinaryInput.of(frame);
        try {
            byte kind = in.readByte();
            if (kind == SCHEMA) {
                declare(frame, in);
                return Optional.empty();
            }
            Map<String, String> members = new LinkedHashMap<>();
            if (kind == QUERY) {
                members.put("query", number(in));
                put(members, "as", number(in), "0");
                put(members, "after", text(in), "");
            } else {
                members.put("number", number(in));
                long refused = in.readUnsigned();
                put(members, "refused", Long.toString(refused - 1), "-1");
                put(members, "until", kind == TAKEN ? "TAKEN" : "", "");
            }
            members.put("channel", text(in));
            long number = in.readUnsigned();
            if (number < 0 || number >= calls.size()) {
                throw new RequestException("the schema of a call is not declared schema="
                        + Long.toUnsignedString(number) + " declared=" + calls.size());
            }
            ClientCall call = calls.get((int) number);
            members.put("method", call.method());
            byte[] arguments = new byte[in.remaining()];
            in.readTo(arguments, 0, arguments.length);
            return Optional.of(new ClientRequest(
                    switch (kind) {
                        case QUERY -> "query";
                        case CALL -> "call";
                        case TAKEN, APPEND -> "append";
                        default -> throw new RequestException("a frame has an unknown kind kind=" + kind);
                    },
                    members,
                    Optional.of(new CallArguments.Binary(call, arguments))));
        } catch (RequestException e) {
            throw e;
        } catch (RuntimeException e) { // whatever a client sends, its session alone ends
            throw new RequestException(
                    "a frame is no request reason=" + ClientRequest.shortened(String.valueOf(e.getMessage())));
        }
    }

    private static void put(Map<String, String> members, String name, String value, String none) {
        if (!value.equals(none)) {
            members.put(name, value);
        }
    }

    private static String number(BinaryInput in) {
        return Long.toUnsignedString(in.readUnsigned());
    }

    private static String text(BinaryInput in) {
        String text = in.readString();
        return text == null ? "" : text;
    }

    private void declare(byte[] frame, BinaryInput in) {
        long number = in.readUnsigned();
        if (number != calls.size()) {
            throw new RequestException("a schema is declared out of order schema=" + Long.toUnsignedString(number)
                    + " declared=" + calls.size());
        }
        if (calls.size() == MAX_SCHEMAS) {
            throw new RequestException("a client declares too many schemas max=" + MAX_SCHEMAS);
        }
        schemaBytes += in.remaining();
        if (schemaBytes > MAX_SCHEMA_BYTES) {
            throw new RequestException("the schemas of a client are too long maxBytes=" + MAX_SCHEMA_BYTES);
        }
        int from = frame.length - in.remaining();
        CallSchema schema = CallSchema.decode(MemorySegment.ofArray(frame), from, in.remaining());
        calls.add(known.computeIfAbsent(schema, _ -> new ClientCall(schema, maxBytes)));
    }

    /** Returns the answer to a call; the schema that it needs is sent before. */
    ByteBuffer answered(String channel, long number, CallSchema schema, byte[] result) {
        return answer(CALL, number, channel, schema, result);
    }

    /** Returns the answer to a query; the schema that it needs is sent before. */
    ByteBuffer queried(long query, String position, CallSchema schema, byte[] result) {
        return answer(QUERY, query, position, schema, result);
    }

    private ByteBuffer answer(byte kind, long number, String text, CallSchema schema, byte[] result) {
        int of = results.number(schema);
        if (of == declared) {
            declared++;
            begin(SCHEMA, of);
            declare.accept(frame(schema.encode()));
        }
        begin(kind, number);
        head.writeString(text);
        head.writeUnsigned(of);
        return frame(result);
    }

    private void begin(byte kind, long number) {
        head.reset();
        head.writeByte(kind);
        head.writeUnsigned(number);
    }

    private ByteBuffer frame(byte[] rest) {
        byte[] first = head.toByteArray();
        return ByteBuffer.allocate(first.length + rest.length)
                .put(first)
                .put(rest)
                .flip();
    }
}
