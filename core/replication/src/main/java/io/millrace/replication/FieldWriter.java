package io.millrace.replication;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.JournalId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the fields of messages. */
final class FieldWriter {

    private final ByteBuffer target;

    FieldWriter(ByteBuffer target) {
        this.target = target;
    }

    void longs(long first, long second) {
        target.putLong(first).putLong(second);
    }

    void int64(long value) {
        target.putLong(value);
    }

    void int32(int value) {
        target.putInt(value);
    }

    void int8(int value) {
        target.put((byte) value);
    }

    void flag(boolean value) {
        int8(value ? 1 : 0);
    }

    void text(String text, int longest) {
        bytes(text.getBytes(StandardCharsets.UTF_8), longest);
    }

    /** Writes a text for people; what is too long is shortened. */
    void reason(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MessageLayout.LONGEST_REASON);
        while (length < bytes.length && (bytes[length] & 0xc0) == 0x80) {
            length--;
        }
        target.putShort((short) length).put(bytes, 0, length);
    }

    void bytes(byte[] bytes, int longest) {
        if (bytes.length > longest) {
            throw new ReplicationException("field is too long to be sent bytes=" + bytes.length + " most=" + longest);
        }
        target.putShort((short) bytes.length).put(bytes);
    }

    void id(JournalId id) {
        longs(id.high(), id.low());
    }

    void epoch(Epoch epoch) {
        target.putLong(epoch.round()).put((byte) epoch.leader());
    }

    void version(ConfigurationVersion version) {
        epoch(version.epoch());
        target.putLong(version.number());
    }

    void origin(LogOrigin origin) {
        id(origin.id());
        longs(origin.createdMs(), origin.firstKept());
        longs(origin.removedFrames(), origin.periodIndex());
        int64(origin.periodNumber());
    }

    void epochs(EpochTable table) {
        target.putShort((short) table.spans().size());
        for (EpochSpan span : table.spans()) {
            target.putLong(span.firstSegment());
            epoch(span.epoch());
            target.putLong(span.end());
        }
    }

    void configuration(Configuration configuration) {
        version(configuration.version());
        int8(configuration.nextNumber());
        flag(configuration.afterLoss());
        set(configuration.present());
        flag(configuration.previous() != null);
        if (configuration.previous() != null) {
            set(configuration.previous());
        }
    }

    private void set(MemberSet set) {
        int8(set.count());
        flag(set.level() == Durability.SYNCED);
        int8(set.members().size());
        for (MemberEntry member : set.members()) {
            int8(member.number());
            int64(member.copyId());
            text(member.name(), MemberEntry.LONGEST_NAME);
            text(member.address(), MemberEntry.LONGEST_ADDRESS);
        }
    }

    void status(MemberStatus status) {
        int64(status.copyId());
        epoch(status.promised());
        flag(status.role() == Role.SOURCE);
        flag(status.whole());
        int64(status.certain());
        epochs(status.epochs());
        flag(status.configuration() != null);
        if (status.configuration() != null) {
            configuration(status.configuration());
        }
    }

    void heartbeat(Message.Heartbeat heartbeat) {
        int64(heartbeat.sentUs());
        int64(heartbeat.smallestUs());
    }
}
