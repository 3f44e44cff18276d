package io.millrace.channel;

import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.journal.JournalId;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The metadata records of a channel; this class owns their layout. Values are in the wire's binary form.
 *
 * <pre>
 *  CALL      1 | schema of the call, to the end
 *  SOURCE    2 | source
 *  CONSUMED  3 | runs varint | source number varint, from varint, to - from varint | ...
 *  SNAPSHOT  4 | edge 1 byte | output source | output index + 1 varint | begin + 1 varint | calls varint
 *              | positions varint | source, index + 1 varint | ...
 *  UPGRADE   5 | component string | by string | ordered signed varint | reason string | run string
 *              | written signed varint
 *  ENDED     6 | 1, or 2 once all hosts that read it hold it; 1 byte
 *
 *  source    name string | 0, or 1 and the 16 bytes of the journal id
 * </pre>
 */
final class Metadata {

    private Metadata() {}

    static byte[] call(CallSchema schema) {
        byte[] body = schema.encode();
        byte[] record = new byte[1 + body.length];
        record[0] = MetadataKind.CALL.code();
        System.arraycopy(body, 0, record, 1, body.length);
        return record;
    }

    /** Writes the record of a source. */
    static void source(BinaryOutput output, Source source) {
        output.writeByte(MetadataKind.SOURCE.code());
        writeSource(output, source);
    }

    static byte[] snapshot(SnapshotMark mark) {
        BinaryOutput output = BinaryOutput.allocate(256);
        output.writeByte(MetadataKind.SNAPSHOT.code());
        output.writeByte(mark.edge().code());
        writeSource(output, mark.output());
        output.writeUnsigned(mark.outputIndex() + 1);
        output.writeUnsigned(mark.begin() + 1);
        output.writeUnsigned(mark.calls());
        output.writeUnsigned(mark.positions().size());
        for (Position position : mark.positions()) {
            writeSource(output, position.source());
            output.writeUnsigned(position.index() + 1);
        }
        return output.toByteArray();
    }

    /** Reads a mark after its kind. */
    static SnapshotMark readSnapshot(BinaryInput input) {
        Edge edge = Edge.of(input.readByte());
        Source output = readSource(input);
        long outputIndex = input.readUnsigned() - 1;
        long begin = input.readUnsigned() - 1;
        long calls = input.readUnsigned();
        long count = input.readUnsigned();
        if (count < 0 || count > SnapshotMark.MAX_POSITIONS) {
            throw new ChannelException(
                    "too many inputs in snapshot mark positions=" + count + " limit=" + SnapshotMark.MAX_POSITIONS);
        }
        List<Position> positions = new ArrayList<>((int) count);
        for (long i = 0; i < count; i++) {
            Source source = readSource(input);
            positions.add(new Position(source, input.readUnsigned() - 1));
        }
        input.expectEnd();
        return new SnapshotMark(edge, output, outputIndex, positions, begin, calls);
    }

    static byte[] end(ChannelEnd end) {
        return new byte[] {MetadataKind.ENDED.code(), end.code()};
    }

    static byte[] upgrade(UpgradeMark mark) {
        BinaryOutput output = BinaryOutput.allocate(256);
        output.writeByte(MetadataKind.UPGRADE.code());
        output.writeString(mark.component());
        output.writeString(mark.by());
        output.writeLong(EpochNs.of(mark.orderedAt()));
        output.writeString(mark.reason());
        output.writeString(mark.run());
        output.writeLong(EpochNs.of(mark.writtenAt()));
        return output.toByteArray();
    }

    /** Reads a mark of an upgrade after its kind. */
    static UpgradeMark readUpgrade(BinaryInput input) {
        String component = input.readString();
        String by = input.readString();
        Instant ordered = EpochNs.toInstant(input.readLong());
        String reason = input.readString();
        String run = input.readString();
        Instant written = EpochNs.toInstant(input.readLong());
        input.expectEnd();
        if (component == null || by == null || reason == null || run == null) {
            throw new ChannelException("a mark of an upgrade lacks a text component=" + component + " by=" + by
                    + " reason=" + reason + " run=" + run);
        }
        return new UpgradeMark(component, by, ordered, reason, run, written);
    }

    private static void writeSource(BinaryOutput output, Source source) {
        output.writeString(source.name());
        output.writeBoolean(source.journalId().isPresent());
        source.journalId().ifPresent(id -> output.writeUuid(new UUID(id.high(), id.low())));
    }

    /** Reads a source after its kind. */
    static Source readSource(BinaryInput input) {
        String name = input.readString();
        if (name == null || name.length() > Source.MAX_NAME_BYTES) {
            throw new ChannelException("invalid source name name=" + name + " limit=" + Source.MAX_NAME_BYTES);
        }
        Optional<JournalId> id = Optional.empty();
        if (input.readBoolean()) {
            UUID value = input.readUuid();
            id = Optional.of(new JournalId(value.getMostSignificantBits(), value.getLeastSignificantBits()));
        }
        return new Source(name, id);
    }
}
