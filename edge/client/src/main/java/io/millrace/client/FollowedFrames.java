package io.millrace.client;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the messages of one subscription in BINARY and DELTA over one connection; {@code docs/format/protocol.md}
 * describes them. Guarded by the lock of the {@link Conversation}.
 */
final class FollowedFrames {

    private static final int SCHEMA = 1;
    private static final int MESSAGE = 2;
    private static final int CHANGES = 3;
    private static final int FORGOTTEN = 4;
    private static final int MAX_SCHEMAS = 65_536;
    private static final int FIRST_BYTES = 256;
    private static final long SECOND_NS = 1_000_000_000;

    private final String prefix;
    private final List<FollowedCall> calls = new ArrayList<>();
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);

    /** Creates a reader; positions begin with the prefix. */
    FollowedFrames(String prefix) {
        this.prefix = prefix;
    }

    /** Returns the number of the subscription for which a frame is. */
    static long as(BinaryInput frame) {
        frame.readByte();
        return frame.readUnsigned();
    }

    /**
     * Reads a frame.
     *
     * @param bytes the whole frame
     * @param in at what follows the number of the subscription
     * @return the message; empty where the frame is none
     * @throws ClientException where it cannot be read
     */
    Optional<BinaryMessage> read(byte[] bytes, BinaryInput in) {
        try {
            int kind = bytes[0];
            int number = Math.toIntExact(in.readUnsigned());
            if (kind == SCHEMA) {
                declare(number, bytes, in);
                return Optional.empty();
            }
            if (kind < MESSAGE || kind > FORGOTTEN) {
                throw new ClientException("the server has sent a frame of an unknown kind kind=" + kind);
            }
            if (number < 0 || number >= calls.size()) {
                throw new ClientException("the server has not declared the schema of a message schema=" + number
                        + " declared=" + calls.size());
            }
            FollowedCall call = calls.get(number);
            String position = prefix + in.readString();
            long timeNs = in.readLong();
            Instant time = Instant.ofEpochSecond(Math.floorDiv(timeNs, SECOND_NS), Math.floorMod(timeNs, SECOND_NS));
            Optional<String> forgotten = kind == FORGOTTEN ? Optional.of(in.readString()) : Optional.empty();
            return Optional.of(new BinaryMessage(position, time, call, arguments(kind, call, bytes, in), forgotten));
        } catch (WireException | ArithmeticException e) {
            throw new ClientException("a frame of the server cannot be read reason=" + e.getMessage(), e);
        }
    }

    private void declare(int number, byte[] bytes, BinaryInput in) {
        if (number != calls.size() || number == MAX_SCHEMAS) {
            throw new ClientException(
                    "the server has declared a schema out of order schema=" + number + " declared=" + calls.size());
        }
        int from = bytes.length - in.remaining();
        calls.add(new FollowedCall(CallSchema.decode(MemorySegment.ofArray(bytes), from, in.remaining())));
    }

    private MemorySegment arguments(int kind, FollowedCall call, byte[] bytes, BinaryInput in) {
        if (kind == FORGOTTEN) {
            in.expectEnd();
            return MemorySegment.NULL;
        }
        if (kind == CHANGES) {
            out.reset();
            call.delta().toBinary(in, out);
            return MemorySegment.ofArray(out.toByteArray());
        }
        return MemorySegment.ofArray(bytes).asSlice(bytes.length - in.remaining());
    }
}
