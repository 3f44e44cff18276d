package io.millrace.transactions;

import io.millrace.journal.Index;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.transaction.xa.Xid;

/**
 * The progress of a {@link ChannelResource} in its input, and the transaction that it has prepared; this class
 * owns the persisted layout. Numbers are big endian.
 *
 * <pre>
 *   position 8 | stage 1, and unless it is IDLE:
 *   format 4 | global id: length 1, bytes | branch id: length 1, bytes
 *   | index 8 | time in 8 | last index of the output 8 | calls 4
 *   | for each call: schema: length 4, bytes | arguments: length 4, bytes
 * </pre>
 *
 * @param position the last input that was consumed, {@code Index.NONE} where none was
 * @param stage what is left to do
 * @param work what a transaction did that is not ended, empty where the stage is IDLE
 */
record ChannelProgress(long position, Stage stage, Optional<Work> work) {

    /** What is left to do. */
    enum Stage {
        /** Nothing. */
        IDLE(0),
        /** The manager's decision about a branch that has voted to commit. */
        PREPARED(1),
        /** To publish and continue: the only branch of a transaction was told to commit. */
        COMMITTING(2);

        private final byte code;

        Stage(int code) {
            this.code = (byte) code;
        }

        static Stage of(byte code) {
            for (Stage stage : values()) {
                if (stage.code == code) {
                    return stage;
                }
            }
            throw new TransactionLogException("unknown stage in channel progress stage=" + code);
        }
    }

    /**
     * What a branch did.
     *
     * @param xid its name
     * @param index the input that it consumed
     * @param timeInNs when it took that input, in nanoseconds since the epoch
     * @param outputEnd the last index of the output when it was prepared
     * @param calls what it publishes
     */
    record Work(Xid xid, long index, long timeInNs, long outputEnd, List<Call> calls) {}

    /** An encoded call; its arguments are read-only. */
    record Call(CallSchema schema, MemorySegment arguments) {}

    /** The name of a branch, as it was read. */
    private static final class StoredXid implements Xid {

        private final int format;
        private final byte[] global;
        private final byte[] branch;

        StoredXid(int format, byte[] global, byte[] branch) {
            this.format = format;
            this.global = global;
            this.branch = branch;
        }

        @Override
        public int getFormatId() {
            return format;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return global.clone();
        }

        @Override
        public byte[] getBranchQualifier() {
            return branch.clone();
        }

        @Override
        public String toString() {
            return HexFormat.of().formatHex(global) + ":" + HexFormat.of().formatHex(branch);
        }
    }

    private static final int MAX_CALLS = 1 << 20;

    ChannelProgress {
        Objects.requireNonNull(stage, "stage");
        if (work.isEmpty() != (stage == Stage.IDLE)) {
            throw new IllegalArgumentException("a stage other than IDLE needs work stage=" + stage + " work=" + work);
        }
    }

    static ChannelProgress idle(long position) {
        return new ChannelProgress(position, Stage.IDLE, Optional.empty());
    }

    ByteBuffer encode() {
        int bytes = Long.BYTES + 1;
        List<byte[]> schemas = new ArrayList<>();
        if (work.isPresent()) {
            Work done = work.get();
            bytes += 4 + 1 + Xid.MAXGTRIDSIZE + 1 + Xid.MAXBQUALSIZE + 3 * Long.BYTES + 4;
            for (Call call : done.calls()) {
                byte[] schema = call.schema().encode();
                schemas.add(schema);
                bytes = Math.addExact(
                        bytes, 8 + schema.length + (int) call.arguments().byteSize());
            }
        }
        ByteBuffer record = ByteBuffer.allocate(bytes).putLong(position).put(stage.code);
        work.ifPresent(done -> {
            byte[] global = done.xid().getGlobalTransactionId();
            byte[] branch = done.xid().getBranchQualifier();
            record.putInt(done.xid().getFormatId());
            record.put((byte) global.length)
                    .put(global)
                    .put((byte) branch.length)
                    .put(branch);
            record.putLong(done.index()).putLong(done.timeInNs()).putLong(done.outputEnd());
            record.putInt(done.calls().size());
            for (int i = 0; i < schemas.size(); i++) {
                ByteBuffer arguments = done.calls().get(i).arguments().asByteBuffer();
                record.putInt(schemas.get(i).length).put(schemas.get(i));
                record.putInt(arguments.remaining()).put(arguments);
            }
        });
        return record.flip();
    }

    /** Reads a record, whose checksum was right. */
    static ChannelProgress decode(ByteBuffer record) {
        try {
            long position = record.getLong();
            Stage stage = Stage.of(record.get());
            if (position < Index.NONE) {
                throw new TransactionLogException("channel progress is impossible position=" + position);
            }
            ChannelProgress progress = stage == Stage.IDLE
                    ? idle(position)
                    : new ChannelProgress(position, stage, Optional.of(work(record)));
            if (record.hasRemaining()) {
                throw new TransactionLogException("unexpected data after channel progress bytes=" + record.remaining());
            }
            return progress;
        } catch (BufferUnderflowException e) {
            throw new TransactionLogException("channel progress is too short length=" + record.limit(), e);
        }
    }

    private static Work work(ByteBuffer record) {
        StoredXid xid = new StoredXid(record.getInt(), bytes(record, record.get()), bytes(record, record.get()));
        long index = record.getLong();
        long timeInNs = record.getLong();
        long outputEnd = record.getLong();
        int count = record.getInt();
        if (count < 0 || count > MAX_CALLS) {
            throw new TransactionLogException(
                    "channel progress has an invalid number of calls calls=" + count + " limit=" + MAX_CALLS);
        }
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] schema = bytes(record, record.getInt());
            CallSchema decoded = CallSchema.decode(MemorySegment.ofArray(schema), 0, schema.length);
            calls.add(new Call(decoded, MemorySegment.ofArray(bytes(record, record.getInt()))));
        }
        return new Work(xid, index, timeInNs, outputEnd, calls);
    }

    private static byte[] bytes(ByteBuffer record, int length) {
        if (length < 0 || length > record.remaining()) {
            throw new TransactionLogException("channel progress has an invalid length field length=" + length
                    + " remaining=" + record.remaining());
        }
        byte[] bytes = new byte[length];
        record.get(bytes);
        return bytes;
    }
}
