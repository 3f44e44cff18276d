package io.millrace.ledger;

import io.millrace.service.ClientName;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.ValueSkipper;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A batch of calls of one client as a transaction: it comes into the order as a whole. A call names its schema by a
 * hash, since all seats have the interface of the calls. Numbers are big-endian.
 *
 * <pre>
 *   1   version, 1
 *   2   bytes of the name of the client
 *   n   the name
 *   4   calls
 *   then for each
 *   8   the client's number of the call, greater than that of the one before
 *   8   first bytes of the SHA-256 of its schema
 *   4   bytes of its arguments
 *   n   the arguments, as the schema encodes them
 * </pre>
 */
public final class CallCodec {
    static final byte VERSION = 1;
    private static final int MAX_NAME_BYTES = 512;
    private static final int CALL_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private final Map<Long, CallSchema> schemas = new HashMap<>();
    private final Map<CallSchema, Long> hashes = new HashMap<>();

    /**
     * A call of a client.
     *
     * @param number the client's number of the call
     * @param schema its schema
     * @param arguments its arguments, as the schema encodes them
     */
    public record Call(long number, CallSchema schema, MemorySegment arguments) {}

    /**
     * The calls of one client.
     *
     * @param client the name of the client
     * @param calls its calls, in their order
     * @param untilMs until when they may come into the order, if the client has signed them; ms since 1970
     */
    public record Batch(String client, List<Call> calls, OptionalLong untilMs) {
        /** Takes a copy of the list. */
        public Batch {
            calls = List.copyOf(calls);
        }

        /** Returns whether the batch may come into the order at a time, in milliseconds since 1970. */
        public boolean isValidAt(long timeMs) {
            return untilMs.isEmpty()
                    || (untilMs.getAsLong() >= timeMs
                            && untilMs.getAsLong() - timeMs < SignedCalls.MOST_VALID.toMillis());
        }
    }

    /**
     * Takes the interfaces of the calls; queries are not ordered.
     *
     * @param calls the interfaces
     * @param types further types of their arguments
     * @throws LedgerException if two schemas have the same hash
     */
    public CallCodec(List<Class<?>> calls, WireTypes types) {
        for (OfferedCall offered : Wire.of(types).offeredCalls(calls.toArray(Class<?>[]::new))) {
            if (offered.kind() == OfferedCall.Kind.QUERIED) {
                continue;
            }
            CallSchema schema = offered.call();
            hashes.put(schema, hash(schema));
            if (schemas.put(hash(schema), schema) != null) {
                throw new LedgerException("two calls have the same hash method=" + schema.methodName());
            }
        }
    }

    private static long hash(CallSchema schema) {
        return ByteBuffer.wrap(Sha256.ofBytes(schema.encode()).rawBytes()).getLong();
    }

    /** Returns whether a call of this schema can be ordered. */
    boolean isKnown(CallSchema schema) {
        return hashes.containsKey(schema);
    }

    private long knownHash(CallSchema schema) {
        Long hash = hashes.get(schema);
        if (hash == null) {
            throw new LedgerException("no call of this ledger method=" + schema.methodName());
        }
        return hash;
    }

    /** Returns a batch without calls. */
    Writer writer(int mostBytes) {
        return new Writer(mostBytes);
    }

    /** Makes a batch; calls are added until it is full. */
    final class Writer {
        private final int mostBytes;
        private final List<byte[]> calls = new ArrayList<>();
        private String client = "";
        private int bytes;

        private Writer(int mostBytes) {
            this.mostBytes = mostBytes;
        }

        /** Begins a batch of a client. */
        void begin(String name) {
            client = name;
            calls.clear();
            bytes = 1 + Short.BYTES + name.getBytes(StandardCharsets.UTF_8).length + Integer.BYTES;
        }

        boolean isEmpty() {
            return calls.isEmpty();
        }

        /** Adds a call; returns false, and adds nothing, where the batch is full. */
        boolean add(long number, CallSchema schema, MemorySegment from, long offset, int length) {
            if (bytes + CALL_BYTES + length > mostBytes) {
                return false;
            }
            byte[] call = new byte[CALL_BYTES + length];
            ByteBuffer.wrap(call).putLong(number).putLong(knownHash(schema)).putInt(length);
            MemorySegment.copy(from, offset, MemorySegment.ofArray(call), CALL_BYTES, length);
            calls.add(call);
            bytes += call.length;
            return true;
        }

        byte[] bytes() {
            byte[] name = client.getBytes(StandardCharsets.UTF_8);
            ByteBuffer out = ByteBuffer.allocate(bytes).put(VERSION).putShort((short) name.length);
            out.put(name).putInt(calls.size());
            calls.forEach(out::put);
            return out.array();
        }
    }

    /** Reads a transaction; empty where it is no batch of known calls, which is the same at each seat. */
    public Optional<Batch> read(byte[] transaction) {
        return SignedBatch.isSigned(transaction)
                ? read(SignedBatch.batch(transaction), OptionalLong.of(SignedBatch.untilMs(transaction)))
                : read(transaction, OptionalLong.empty());
    }

    private Optional<Batch> read(byte[] transaction, OptionalLong untilMs) {
        try {
            ByteBuffer in = ByteBuffer.wrap(transaction);
            BlockCodec.demand(in, 1 + Short.BYTES, "batch");
            boolean isKnown = in.get() == VERSION;
            int length = Short.toUnsignedInt(in.getShort());
            if (!isKnown || length == 0 || length > MAX_NAME_BYTES) {
                return Optional.empty();
            }
            BlockCodec.demand(in, length + Integer.BYTES, "batch");
            byte[] name = new byte[length];
            in.get(name);
            int count = BlockCodec.readCount(in, transaction.length / CALL_BYTES, "calls");
            List<Call> calls = new ArrayList<>(count);
            long before = -1;
            for (int i = 0; i < count; i++) {
                BlockCodec.demand(in, CALL_BYTES, "call");
                long number = in.getLong();
                CallSchema call = schemas.get(in.getLong());
                int bytes = BlockCodec.readCount(in, in.remaining(), "bytes of arguments");
                byte[] arguments = new byte[bytes];
                BlockCodec.demand(in, bytes, "arguments");
                in.get(arguments);
                if (call == null || number <= before || !isWhole(call, arguments)) {
                    return Optional.empty();
                }
                before = number;
                calls.add(new Call(number, call, MemorySegment.ofArray(arguments)));
            }
            String client = new String(name, StandardCharsets.UTF_8);
            boolean isName = ClientName.source(client).name().length() <= MAX_NAME_BYTES;
            return in.hasRemaining() || !isName ? Optional.empty() : Optional.of(new Batch(client, calls, untilMs));
        } catch (RejectedException e) {
            return Optional.empty();
        }
    }

    /** Returns whether bytes are the arguments of a call: what another seat has sent may be anything. */
    private static boolean isWhole(CallSchema call, byte[] arguments) {
        try {
            ValueSkipper.check(BinaryInput.of(arguments), call);
            return true;
        } catch (WireException e) {
            return false;
        }
    }
}
