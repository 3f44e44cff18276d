package io.millrace.client;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * Sends calls and queries over one connection, in JSON or BINARY, and reads results in BINARY; {@code
 * docs/format/protocol.md} describes the frames. Guarded by the lock of the {@link Conversation}.
 */
final class CallFrames {

    private static final byte SCHEMA = 5;
    private static final byte APPEND = 6;
    private static final byte TAKEN = 7;
    private static final byte CALL = 8;
    private static final byte QUERY = 9;

    /** The most bytes of a character in UTF-8, for each {@code char}. */
    private static final int MOST_BYTES = 3;

    /** The most bytes of schemas that a server takes; calls of further ones are sent as JSON. */
    private static final int MAX_SCHEMA_BYTES = 1 << 18;

    /** The most schemas that a server takes. */
    private static final int MAX_SCHEMAS = 1_024;

    private static final int MAX_OBJECTS = 1_024;
    private static final int FIRST_BYTES = 256;

    private final Connection connection;
    private final long maxBytes;
    private final Map<CallSchema, Integer> declared = new HashMap<>();
    private final IdentityHashMap<CallSchema, Integer> objects = new IdentityHashMap<>();
    private int schemaBytes;
    private final List<CallSchema> results = new ArrayList<>();
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);

    /**
     * Creates frames.
     *
     * @param maxBytes the longest text or frame that the server takes
     */
    CallFrames(Connection connection, long maxBytes) {
        this.connection = connection;
        this.maxBytes = maxBytes;
    }

    /** Sends an append or a call; returns why it cannot be sent, and nothing where it was sent. */
    Optional<String> trySend(PendingCall call) {
        return whyUnsent("call", () -> send(call));
    }

    /** Sends a query; returns as the one for calls. */
    Optional<String> trySend(PendingQuery query) {
        return whyUnsent("query", () -> send(query));
    }

    private Optional<String> whyUnsent(String what, BooleanSupplier sent) {
        try {
            return sent.getAsBoolean()
                    ? Optional.empty()
                    : Optional.of("the " + what + " is too long for the server maxBytes=" + maxBytes);
        } catch (WireException e) {
            return Optional.of("the " + what + " cannot be sent reason=" + e.getMessage());
        }
    }

    /** Sends an append or a call; returns false where it is too long for the server. */
    boolean send(PendingCall call) {
        Optional<CallSchema> schema = call.invocation().schema();
        long refused = call.channel().lastRefused();
        OptionalInt number = schema.isPresent() ? declare(schema.get()) : OptionalInt.empty();
        if (number.isEmpty()) {
            return sendText(ClientRequests.append(call, refused));
        }
        begin(call.isAnswered() ? CALL : call.isUntilTaken() ? TAKEN : APPEND, call.number());
        out.writeUnsigned(refused + 1);
        return sendFrame(call.channel().name(), number.getAsInt(), call.invocation());
    }

    /** Sends a query; returns false where it is too long for the server. */
    boolean send(PendingQuery query) {
        Optional<CallSchema> schema = query.invocation().schema();
        OptionalInt number = schema.isPresent() ? declare(schema.get()) : OptionalInt.empty();
        if (number.isEmpty()) {
            return sendText(ClientRequests.query(query));
        }
        begin(QUERY, query.answer().number());
        out.writeUnsigned(query.as());
        out.writeString(query.position());
        return sendFrame(query.answer().channel(), number.getAsInt(), query.invocation());
    }

    /** Sends a text; a server would end the session for one that is too long, which would come again. */
    private boolean sendText(String text) {
        if (text.length() * (long) MOST_BYTES > maxBytes && text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            return false;
        }
        connection.send(text);
        return true;
    }

    private void begin(byte kind, long number) {
        out.reset();
        out.writeByte(kind);
        out.writeUnsigned(number);
    }

    private boolean sendFrame(String channel, int schema, Invocation call) {
        out.writeString(channel);
        out.writeUnsigned(schema);
        if (out.length() + (long) call.bytes().length > maxBytes) {
            return false;
        }
        out.writeFrom(call.bytes(), 0, call.bytes().length);
        connection.send(out.toByteArray());
        return true;
    }

    /** Returns the number of a schema, which the server knows then; empty where it does not take more of them. */
    private OptionalInt declare(CallSchema schema) {
        Integer known = objects.get(schema);
        if (known == null) {
            known = declared.get(schema);
            if (known == null) {
                if (declared.size() == MAX_SCHEMAS) {
                    return OptionalInt.empty();
                }
                byte[] encoded = schema.encode();
                begin(SCHEMA, declared.size());
                out.writeFrom(encoded, 0, encoded.length);
                if (schemaBytes + encoded.length > MAX_SCHEMA_BYTES || out.length() > maxBytes) {
                    return OptionalInt.empty();
                }
                schemaBytes += encoded.length;
                connection.send(out.toByteArray());
                known = declared.size();
                declared.put(schema, known);
            }
            if (objects.size() == MAX_OBJECTS) {
                objects.clear();
            }
            objects.put(schema, known);
        }
        return OptionalInt.of(known);
    }

    /** Returns whether a frame is one of these. */
    static boolean isOne(byte[] frame) {
        return frame[0] >= SCHEMA;
    }

    /**
     * Reads a frame.
     *
     * @return the answer to a call or a query; empty where the frame declares a schema
     * @throws ClientException where it cannot be read
     */
    Optional<ServerAnswer> read(byte[] frame) {
        BinaryInput in = BinaryInput.of(frame);
        try {
            byte kind = in.readByte();
            long number = in.readUnsigned();
            if (kind == SCHEMA && number == results.size()) {
                int from = frame.length - in.remaining();
                results.add(CallSchema.decode(MemorySegment.ofArray(frame), from, in.remaining()));
                return Optional.empty();
            }
            if (kind != CALL && kind != QUERY) {
                throw new ClientException(
                        "the server has sent a frame of an unknown kind, or a schema out of order kind=" + kind
                                + " number=" + number);
            }
            String text = in.readString();
            int schema = Math.toIntExact(in.readUnsigned());
            if (text == null || schema < 0 || schema >= results.size()) {
                throw new ClientException("the server has not declared the schema of a result schema=" + schema
                        + " declared=" + results.size());
            }
            byte[] value = new byte[in.remaining()];
            in.readTo(value, 0, value.length);
            Map<String, String> members = kind == CALL
                    ? Map.of("answered", Long.toString(number), "channel", text)
                    : Map.of("query", Long.toString(number), "position", text);
            return Optional.of(new ServerAnswer(
                    members, Map.of(), Optional.of(new CallResult("", Optional.of(results.get(schema)), value))));
        } catch (WireException | ArithmeticException e) {
            throw new ClientException("a frame of the server cannot be read reason=" + e.getMessage(), e);
        }
    }
}
